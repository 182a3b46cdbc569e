import * as z from 'zod';
import { parseJson } from '@/lib/protocol/json';
import { quoteWord } from '../language/quote-value';
import type { Command } from './context';

const ManifestSchema = z.object({
  name: z.string().default(''),
  version: z.string().default(''),
  scripts: z.record(z.string(), z.string()).default({}),
});

/** `npm test`, `npm start` and `npm run <script>`; there is no registry to install from. */
export const npm: Command = async (context) => {
  const fails = async (message: string) => {
    context.err.write(`npm error ${message}\n`);
    return 1;
  };
  const words = context.args.filter((arg) => arg !== '--silent' && arg !== '-s');
  const [verb = '', ...rest] = words;
  if (verb === '--version' || verb === '-v') {
    context.out.write('10.8.2\n');
    return 0;
  }
  const named = verb === 'run' || verb === 'run-script';
  const script = named ? rest.shift() : verb === 't' ? 'test' : verb;
  if (!named && !['test', 't', 'start'].includes(verb)) {
    return fails(`${verb || 'this'} needs the registry, which this sandbox cannot reach; run, test and start work`);
  }
  const path = context.path('package.json');
  if (!context.sys.isFile(path)) return fails(`no package.json in ${context.cwd}`);
  const manifest = parseJson(ManifestSchema, new TextDecoder().decode(context.sys.read(path)));
  if (!manifest.ok) return fails(`package.json: ${manifest.reason}`);
  const { name, version, scripts } = manifest.value;
  if (!script) {
    for (const [key, line] of Object.entries(scripts)) context.out.write(`  ${key}\n    ${line}\n`);
    return 0;
  }
  const line = scripts[script];
  if (line === undefined) return fails(`Missing script: "${script}"`);
  const extra = rest.filter((word, at) => word !== '--' || rest.indexOf('--') !== at).map(quoteWord);
  const command = [line, ...extra].join(' ');
  if (context.args.length === words.length) context.out.write(`\n> ${name}@${version} ${script}\n> ${command}\n\n`);
  return context.run(['bash', '-c', command], { env: { ...context.env, npm_lifecycle_event: script } });
};
