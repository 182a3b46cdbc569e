import { encode } from '../../../../bytes-text';
import { npmrcLines } from './config';
import { isSetting } from './config-names';
import { NpmError } from './npm-error';
import { NODE_VERSION, NPM_VERSION, type Npm, type NpmCommand } from './npm';

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
    else npm.say(listed(npm));
    return 0;
  }
  if ((verb !== 'set' && verb !== 'delete') || words.length === 0) throw new NpmError(USAGE, { code: 'EUSAGE' });
  const pairs: readonly string[] = words.length === 2 && !words[0]?.includes('=') ? [words.join('=')] : words;
  const old = context.sys.isFile(file) ? new TextDecoder().decode(context.sys.read(file)) : '';
  // npm writes the file anew: without its comments, and each setting once but for those of lists.
  const lines = npmrcLines(old).filter(([key]) => verb !== 'delete' || !words.includes(key));
  for (const [key, value] of verb === 'delete' ? [] : npmrcLines(pairs.join('\n'))) {
    if (!isSetting(key)) throw new NpmError(`\`${key.split(':').at(-1)}\` is not a valid npm option`);
    const there = lines.find(([its]) => its === key);
    if (there) there[1] = value;
    else lines.push([key, value]);
  }
  context.sys.write(file, encode(lines.map((line) => `${line.join('=')}\n`).join('')));
  return 0;
};

/** The settings of each place, those that count more last, and where npm is. */
function listed({ config, context, prefix, isGlobal }: Npm): string {
  const { env, cwd } = context;
  const inEnv = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    /^npm_config_/i.test(name) && value !== ''
      ? [
          [
            name
              .slice('npm_config_'.length)
              .toLowerCase()
              .replaceAll(/(?!^)_/g, '-'),
            value,
          ],
        ]
      : [],
  );
  const given = [...config.given].map(([key, values]): [string, string] => [key, values.at(-1) ?? '']);
  const places = [
    ...config.files.map(({ where, path, settings }) => ({ where, path, settings: withPrefix(settings) })),
    { where: 'env', path: 'environment', settings: new Map(inEnv) },
    { where: 'cli', path: 'command line options', settings: new Map(given) },
  ];
  const lines = places.flatMap(({ where, path, settings }, at) => {
    const shown = [...settings].sort(([a], [b]) => a.localeCompare(b, 'en'));
    const above = (key: string) => places.slice(at + 1).findLast((place) => place.settings.has(key))?.where;
    const line = ([key, value]: [string, string]) => {
      const over = above(key);
      return over === undefined ? shownAs(key, value) : `; ${shownAs(key, value)} ; overridden by ${over}`;
    };
    return shown.length > 0 ? [`; "${where}" config from ${path}`, '', ...shown.map(line), ''] : [];
  });
  return [
    ...lines,
    '; node bin location = /usr/bin/node',
    `; node version = v${NODE_VERSION}`,
    `; npm local prefix = ${isGlobal ? cwd : prefix}`,
    `; npm version = ${NPM_VERSION}`,
    `; cwd = ${cwd}`,
    `; HOME = ${env.HOME ?? ''}`,
    '; Run `npm config ls -l` to show all defaults.',
  ].join('\n');
}

/** Exact versions are saved without a prefix. */
const withPrefix = (settings: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...settings, ...(settings.get('save-exact') === 'true' ? [['save-prefix', ''] as const] : [])]);

function shownAs(key: string, value: string): string {
  if (/^_|:_/.test(key)) return `${key} = (protected)`;
  return `${key} = ${/^(?:true|false|null|\d+)$/.test(value) ? value : JSON.stringify(value)}`;
}

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
