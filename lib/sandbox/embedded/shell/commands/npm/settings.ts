import { encode } from '../../../../bytes-text';
import { NpmError } from './npm-error';
import type { NpmCommand } from './npm';

const USAGE = `Manage the npm configuration files

Usage:
npm config set <key>=<value> [<key>=<value> ...]
npm config get [<key> [<key> ...]]
npm config delete <key> [<key> ...]
npm config list [--json]`;

/** `npm config`: the settings of the project's and the person's `.npmrc`, and those that npm has by default. */
export const npmConfig: NpmCommand = (npm) => {
  const { command, args, config: settings, context, prefix } = npm;
  const [verb, ...words] = command === 'config' ? args : [command, ...args];
  const file = settings.get('location') === 'project' ? `${prefix}/.npmrc` : `${context.env.HOME ?? ''}/.npmrc`;
  const valueOf = (key: string) => settings.get(key) ?? (Object.hasOwn(DEFAULTS, key) ? DEFAULTS[key] : undefined);
  if (verb === 'get' && words.length > 0) {
    for (const key of words) npm.say(`${words.length > 1 ? `${key}=` : ''}${valueOf(key)}`);
    return 0;
  }
  if (verb === 'list' || verb === 'ls' || verb === 'get') {
    if (settings.has('json'))
      npm.say(JSON.stringify({ ...DEFAULTS, ...Object.fromEntries(settings.inFiles) }, null, 2));
    else
      for (const [key, value] of settings.inFiles)
        npm.say(`${key} = ${/^(?:true|false|null|\d+)$/.test(value) ? value : JSON.stringify(value)}`);
    return 0;
  }
  if ((verb !== 'set' && verb !== 'delete') || words.length === 0) throw new NpmError(USAGE, { code: 'EUSAGE' });
  const pairs: readonly string[] = words.length === 2 && !words[0]?.includes('=') ? [words.join('=')] : words;
  const keys = verb === 'delete' ? words : pairs.map((pair) => pair.replace(/=[^]*$/, ''));
  const old = context.sys.isFile(file) ? new TextDecoder().decode(context.sys.read(file)) : '';
  const kept = old.split('\n').filter((line) => line !== '' && !keys.includes(line.replace(/\s*=[^]*$/, '').trim()));
  const lines = [...kept, ...(verb === 'set' ? pairs.map((pair) => (pair.includes('=') ? pair : `${pair}=true`)) : [])];
  context.sys.write(file, encode(lines.map((line) => `${line}\n`).join('')));
  return 0;
};

/** What npm takes where nobody has said otherwise. */
const DEFAULTS: Readonly<Record<string, string>> = {
  registry: 'https://registry.npmjs.org/',
  'save-prefix': '^',
  'save-exact': 'false',
  'init-license': 'ISC',
  'init-version': '1.0.0',
  'tag-version-prefix': 'v',
  'package-lock': 'true',
  'git-tag-version': 'true',
  'engine-strict': 'false',
  'ignore-scripts': 'false',
  'legacy-peer-deps': 'false',
  fund: 'true',
  audit: 'true',
  omit: '',
  loglevel: 'notice',
  prefix: '/usr',
  workspaces: 'null',
};
