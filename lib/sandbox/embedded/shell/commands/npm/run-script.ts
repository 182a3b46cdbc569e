import { singleQuote } from '../../language/quote-value';
import { NODE_VERSION, NPM_VERSION, type Npm } from './npm';
import type { Manifest, PackageFolder } from './project';

export interface ScriptRun {
  event: string;
  line: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** The project as shown before the event on the first line. */
  id?: string;
}

/**
 * Runs one script of a project as npm does: prints its two header lines, and sets `npm_…` variables and PATH.
 * Returns the exit code.
 */
export async function runScript(npm: Npm, project: PackageFolder, run: ScriptRun): Promise<number> {
  const { event, line, args = [], env, id = project.id } = run;
  const shown = [
    `> ${[id, event].filter(Boolean).join(' ')}`,
    `> ${[line.trim().replaceAll('\n', '\n> '), ...args].join(' ')}`,
  ];
  const header = `\n${shown.join('\n')}\n`;
  if (npm.config.has('json')) npm.note(header);
  else npm.tell(header);
  return npm.context.run(['sh', '-c', commandLine(line, args)], {
    cwd: project.path,
    env: { ...scriptEnv(npm, project, event, line), ...env },
  });
}

/** A shell command line with arguments appended, each quoted as one word. */
export const commandLine = (line: string, args: readonly string[]): string =>
  [line, ...args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : singleQuote(arg)))].join(' ');

/** Runs a script with its `pre` and `post` scripts until one fails. Only the script itself gets `args`. */
export async function runWithHooks(
  npm: Npm,
  project: PackageFolder,
  { event, args = [], env }: { event: string; args?: readonly string[]; env?: Readonly<Record<string, string>> },
): Promise<number> {
  const { scripts } = project.manifest;
  const hooks = npm.config.has('ignore-scripts') ? [event] : [`pre${event}`, event, `post${event}`];
  for (const name of hooks) {
    const line = lineOf(npm, project.path, scripts, name);
    if (line === undefined) continue;
    const status = await runScript(npm, project, {
      event: name,
      line,
      ...(name === event && { args }),
      ...(env && { env }),
    });
    if (status !== 0) return status;
  }
  return 0;
}

/** The command line of a script, or npm's default for the name; undefined if there is neither. */
export function lineOf(npm: Npm, path: string, scripts: Manifest['scripts'], event: string): string | undefined {
  if (Object.hasOwn(scripts, event)) return scripts[event];
  if (event === 'restart') return 'npm stop --if-present && npm start';
  if (event === 'env') return 'env';
  return event === 'start' && npm.context.sys.isFile(`${path}/server.js`) ? 'node server.js' : undefined;
}

/** The environment of a script. */
export function scriptEnv(npm: Npm, project: PackageFolder, event: string, line: string): Record<string, string> {
  const { context, config, command, prefix } = npm;
  const { HOME = '/', PATH = '' } = context.env;
  const { name, version, config: settings, engines, bin } = project.manifest;
  const bins = typeof bin === 'string' ? { [(name ?? '').replace(/^@[^/]+\//, '')]: bin } : bin;
  return {
    ...context.env,
    ...fromFiles(config.inFiles, context.env),
    ...Object.fromEntries([...config.given].map(([key, values]) => [variable('npm_config_', key), told(values)])),
    ...flat('npm_package_', { name, version, config: settings, engines, bin: bins }),
    PATH: [...binFolders(project.path), PATH].join(':'),
    INIT_CWD: context.cwd,
    NODE: '/usr/bin/node',
    COLOR: '0',
    EDITOR: context.env.EDITOR ?? 'vi',
    npm_command: command,
    npm_config_cache: `${HOME}/.npm`,
    npm_config_global_prefix: '/usr',
    npm_config_local_prefix: prefix,
    npm_config_noproxy: '',
    npm_config_npm_version: NPM_VERSION,
    npm_config_prefix: '/usr',
    npm_config_user_agent: `npm/${NPM_VERSION} node/v${NODE_VERSION} linux x64 workspaces/${config.has('workspace')}`,
    npm_config_userconfig: `${HOME}/.npmrc`,
    npm_execpath: '/usr/bin/npm',
    npm_node_execpath: '/usr/bin/node',
    npm_package_json: project.file,
    npm_lifecycle_event: event,
    npm_lifecycle_script: line,
  };
}

/** The `node_modules/.bin` folders from a project's folder up to the root. */
export function binFolders(path: string): string[] {
  const folders: string[] = [];
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('/'))) {
    folders.push(`${at}/node_modules/.bin`);
    if (at === '') return folders;
  }
}

/** The settings of the `.npmrc` files, unless the environment has others; those of registries are for npm alone. */
const fromFiles = (settings: ReadonlyMap<string, string>, env: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...settings]
      .map(([key, value]) => [key, variable('npm_config_', key).toLowerCase(), told([value])] as const)
      .filter(([key, name]) => !/^[/@_]/.test(key) && !env[name])
      .map(([, name, value]) => [name, value]),
  );

const variable = (prefix: string, key: string): string => `${prefix}${key.replaceAll('-', '_')}`;
const told = (values: readonly string[]): string => (values.at(-1) === 'false' ? '' : values.join('\n\n'));

/** Fields as variables, one for each value: `engines: { node }` becomes `…engines_node`. */
function flat(prefix: string, values: Readonly<Record<string, unknown>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (typeof value === 'object' && value !== null) Object.assign(found, flat(`${prefix}${key}_`, { ...value }));
    else
      found[prefix + key] = typeof value === 'string' ? value : value ? JSON.stringify(value) : value === 0 ? '0' : '';
  }
  return found;
}
