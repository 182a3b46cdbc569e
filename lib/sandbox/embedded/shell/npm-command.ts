import { defineCommand, type CustomCommand, type ExecResult } from 'just-bash/browser';
import * as z from 'zod';
import { parseJson } from '@/lib/protocol/json';
import { quote } from './quote';
import { STREAM_VARIABLE } from './stream-statements';

const ManifestSchema = z.object({
  name: z.string().default(''),
  version: z.string().default(''),
  scripts: z.record(z.string(), z.string()).default({}),
});

const fails = (stderr: string): ExecResult => ({ stdout: '', stderr: `npm error ${stderr}\n`, exitCode: 1 });

/** `npm test`, `npm start` and `npm run <script>`; there is no registry to install from. `onRun` makes the script stream. */
export const npmCommand = (onRun: () => void): CustomCommand =>
  defineCommand('npm', async (args, context) => {
    const words = args.filter((arg) => arg !== '--silent' && arg !== '-s');
    const [verb = '', ...rest] = words;
    if (verb === '--version' || verb === '-v') return { stdout: '10.8.2\n', stderr: '', exitCode: 0 };
    const named = verb === 'run' || verb === 'run-script';
    const script = named ? rest.shift() : verb === 't' ? 'test' : verb;
    if (!named && !['test', 't', 'start'].includes(verb)) {
      return fails(`${verb || 'this'} needs the registry, which this sandbox cannot reach; run, test and start work`);
    }
    const text = await context.fs.readFile(`${context.cwd}/package.json`).catch(() => undefined);
    if (text === undefined) return fails(`no package.json in ${context.cwd}`);
    const manifest = parseJson(ManifestSchema, text);
    if (!manifest.ok) return fails(`package.json: ${manifest.reason}`);
    const { name, version, scripts } = manifest.value;
    if (!script) {
      const list = Object.entries(scripts).map(([key, line]) => `  ${key}\n    ${line}\n`);
      return { stdout: list.join(''), stderr: '', exitCode: 0 };
    }
    const line = scripts[script];
    if (line === undefined) return fails(`Missing script: "${script}"`);
    const extra = rest.filter((word, at) => word !== '--' || rest.indexOf('--') !== at).map(quote);
    const command = [line, ...extra].join(' ');
    const banner = args.length === words.length ? `\n> ${name}@${version} ${script}\n> ${command}\n\n` : '';
    const { [STREAM_VARIABLE]: stream, ...env } = context.exportedEnv ?? {};
    if (stream !== undefined) {
      await context.fs.appendFile('/dev/stdout', banner);
      onRun();
    }
    const result = await context.exec?.(command, { cwd: context.cwd, env: { ...env, npm_lifecycle_event: script } });
    if (!result) return fails('this shell cannot run scripts');
    return { ...result, stdout: (stream === undefined ? banner : '') + result.stdout };
  });
