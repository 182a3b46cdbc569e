import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt, readGitText, type GitFs } from '../../git-fs';
import type { Repository } from '../../repository';
import { asBoolean, asInteger, normalKey, parseConfig, type ConfigSetting } from '../../store/config';
import type { GitIo } from './git-io';
import { globPattern } from './glob';

type ConfigScope = 'system' | 'global' | 'local' | 'worktree' | 'command';

export interface ScopedSetting extends Pick<ConfigSetting, 'key' | 'value'> {
  readonly scope: ConfigScope;
  readonly file: string;
}

/** All settings in effect; later ones take precedence. */
export class Config {
  constructor(readonly all: readonly ScopedSetting[]) {}

  /** Undefined if it is not set; a setting without a value is `true`. */
  get(key: string): string | undefined {
    const wanted = normalKey(key);
    const found = this.all.findLast((setting) => setting.key === wanted);
    return found && (found.value ?? 'true');
  }

  getAll(key: string): string[] {
    const wanted = normalKey(key);
    return this.all.flatMap(({ key, value }) => (key === wanted ? [value ?? 'true'] : []));
  }

  boolean = (key: string): boolean | undefined => {
    const value = this.get(key);
    return value === undefined ? undefined : asBoolean(value);
  };

  /** Whether a hint of `advice` is wanted: it is unless the configuration says otherwise. */
  advises = (hint: string): boolean => this.boolean(`advice.${hint}`) !== false;

  integer = (key: string): number | undefined => asInteger(this.get(key));

  /** The names in the middle of keys, such as `<name>` in `remote.<name>.url`. */
  subsections(section: string): string[] {
    const start = `${section}.`;
    const names = this.all.flatMap(({ key }) =>
      key.startsWith(start) && key.lastIndexOf('.') > start.length - 1
        ? [key.slice(start.length, key.lastIndexOf('.'))]
        : [],
    );
    return [...new Set(names)];
  }
}

/** The path of the `--global` file. */
export async function globalFile({ fs, env, cwd, settings }: GitIo): Promise<string> {
  if (env.GIT_CONFIG_GLOBAL) return resolveFrom(cwd, env.GIT_CONFIG_GLOBAL);
  const own = `${env.HOME ?? ''}/.gitconfig`;
  return env.HOME && (await lookAt(fs, own)) ? own : `${settings}/config`;
}

export const localFile = ({ common }: Repository): string => `${common}/config`;

/** The path of the settings for one worktree, which count if `extensions.worktreeConfig` is set. */
export const worktreeFile = ({ gitdir }: Repository): string => `${gitdir}/config.worktree`;

/** What `config --worktree` reads and writes: the repository's own file as long as there is no other worktree. */
export async function fileOfWorktree(place: Repository & { readonly config: Config }, fs: GitFs): Promise<string> {
  if (place.config.boolean('extensions.worktreeConfig') === true) return worktreeFile(place);
  if ((await fs.readdir(`${place.common}/worktrees`).catch(() => [])).length === 0) return localFile(place);
  throw new GitFailure(
    '--worktree cannot be used with multiple working trees unless the config\nextension worktreeConfig is enabled. Please read "CONFIGURATION FILE"\nsection in "git help worktree" for details',
  );
}

/** The file of `--system`; undefined if it does not count. */
export const systemFile = ({ env, cwd }: GitIo): string | undefined =>
  env.GIT_CONFIG_NOSYSTEM !== undefined && asBoolean(env.GIT_CONFIG_NOSYSTEM) === true
    ? undefined
    : resolveFrom(cwd, env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig');

/** The other file with settings of the user, which the `--global` one overrides. */
const userFile = ({ env }: GitIo): string | undefined =>
  env.GIT_CONFIG_GLOBAL !== undefined || env.HOME === undefined
    ? undefined
    : `${env.XDG_CONFIG_HOME || `${env.HOME}/.config`}/git/config`;

/** The addresses of all remotes, for `includeIf.hasconfig`. */
async function remoteUrls(io: GitIo, repository: Repository): Promise<string[]> {
  const found: string[] = [];
  for (const file of [systemFile(io), userFile(io), await globalFile(io), localFile(repository)])
    for (const { key, value } of file === undefined ? [] : await settingsIn(io, file, 'local', undefined))
      if (/^remote\..*\.url$/s.test(key) && value !== undefined) found.push(value);
  return found;
}

const BY_REMOTE = /^hasconfig:remote\.\*\.url:(.*)$/s;

/** Whether the condition of an `includeIf` holds: `gitdir:~/work/`, `gitdir/i:`, `onbranch:release/`, `hasconfig:remote.*.url:`. */
async function holds(io: GitIo, condition: string, file: string, repository: Repository | undefined): Promise<boolean> {
  const url = BY_REMOTE.exec(condition)?.[1];
  if (url !== undefined) {
    const glob = globPattern(url, { slashes: false });
    return repository !== undefined && (await remoteUrls(io, repository)).some((one) => glob.test(one));
  }
  const [, kind, written = ''] = /^(gitdir(?:\/i)?|onbranch):(.*)$/s.exec(condition) ?? [];
  if (!repository || kind === undefined) return false;
  const whole = written.endsWith('/') ? `${written}**` : written;
  if (kind === 'onbranch') {
    const branch = (await repository.refs.target('HEAD'))?.replace(/^refs\/heads\//, '');
    return branch !== undefined && globPattern(whole, { slashes: false }).test(branch);
  }
  const home = whole.replace(/^~(?=\/)/, io.env.HOME ?? '');
  const path = home.startsWith('./') ? `${file.replace(/\/[^/]*$/, '')}${home.slice(1)}` : home;
  const glob = globPattern(path.startsWith('/') ? path : `**/${path}`, {
    slashes: false,
    ignoreCase: kind === 'gitdir/i',
  });
  return glob.test(repository.gitdir) || glob.test(`${repository.gitdir}/`);
}

/** A file's name in failures: from the folder of the repository, or from where the command runs. */
const shownFile = ({ cwd }: GitIo, file: string): string =>
  (file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file).replace(/^.*\/(?=\.git\/)/, '');

/** The settings in one file and, with `includes`, in those it includes. */
export async function settingsIn(
  io: GitIo,
  file: string,
  scope: ConfigScope,
  repository: Repository | undefined,
  includes = true,
  depth = 0,
): Promise<ScopedSetting[]> {
  const text = await readGitText(io.fs, resolveFrom('/', file));
  if (text === undefined) return [];
  const found: ScopedSetting[] = [];
  for (const { key, value } of parseConfig(text, shownFile(io, file))) {
    found.push({ key, value, scope, file });
    const condition = /^includeif\.(.*)\.path$/s.exec(key)?.[1];
    const counts =
      key === 'include.path' || (condition !== undefined && (await holds(io, condition, file, repository)));
    if (counts && includes && value !== undefined && depth < 10) {
      const path = value.replace(/^~(?=\/)/, io.env.HOME ?? '');
      const folder = file.replace(/\/[^/]*$/, '');
      // The path stays as it was written: `--show-origin` shows it.
      const named = path.startsWith('/') ? path : `${folder}/${path}`;
      const inner = await settingsIn(io, named, scope, repository, includes, depth + 1);
      if (
        condition !== undefined &&
        BY_REMOTE.test(condition) &&
        inner.some((one) => /^remote\..*\.url$/s.test(one.key))
      )
        throw new GitFailure(
          'remote URLs cannot be configured in file directly or indirectly included by includeIf.hasconfig:remote.*.url',
        );
      found.push(...inner);
    }
  }
  return found;
}

export async function readConfig(io: GitIo, repository: Repository | undefined, includes = true): Promise<Config> {
  const local = repository ? await settingsIn(io, localFile(repository), 'local', repository, includes) : [];
  const apart = new Config(local).boolean('extensions.worktreeConfig') === true;
  const [system, user] = [systemFile(io), userFile(io)];
  return new Config([
    ...(system === undefined ? [] : await settingsIn(io, system, 'system', repository, includes)),
    ...(user === undefined ? [] : await settingsIn(io, user, 'global', repository, includes)),
    ...(await settingsIn(io, await globalFile(io), 'global', repository, includes)),
    ...local,
    ...(repository && apart ? await settingsIn(io, worktreeFile(repository), 'worktree', repository, includes) : []),
    ...commandSettings(io),
  ]);
}

/** More settings than an environment can hold. */
const MOST_SETTINGS = 0x7fffffff / 64;

/** Settings in the environment: those of `GIT_CONFIG_COUNT`, and those of `-c`. */
function commandSettings({ env }: GitIo): ScopedSetting[] {
  const count = env.GIT_CONFIG_COUNT || '0';
  if (!/^\d+$/.test(count)) throw new GitFailure('bogus count in GIT_CONFIG_COUNT', 128, 'error: ');
  if (Number(count) > MOST_SETTINGS) throw new GitFailure('too many entries in GIT_CONFIG_COUNT', 128, 'error: ');
  const counted = Array.from({ length: Number(count) }, (_, at) => {
    const [key, value] = [env[`GIT_CONFIG_KEY_${at}`], env[`GIT_CONFIG_VALUE_${at}`]];
    if (key === undefined) throw new GitFailure(`missing config key GIT_CONFIG_KEY_${at}`, 128, 'error: ');
    if (value === undefined) throw new GitFailure(`missing config value GIT_CONFIG_VALUE_${at}`, 128, 'error: ');
    return { key, value };
  });
  return [...counted, ...passedSettings(env.GIT_CONFIG_PARAMETERS ?? '')].map(({ key, value }) => ({
    key: normalKey(key),
    value,
    scope: 'command',
    file: 'command line',
  }));
}

const QUOTED = String.raw`'[^']*'(?:\\['!]'[^']*')*`;

/** The settings in a list such as `'a.b'='c' 'd.e=f'`. */
function passedSettings(text: string): { key: string; value: string | undefined }[] {
  const plain = (word: string) => word.slice(1, -1).replaceAll(/'\\(['!])'/g, '$1');
  const found: { key: string; value: string | undefined }[] = [];
  const one = new RegExp(`\\s*(${QUOTED})(?:(=)(${QUOTED})?)?(?=\\s|$)`, 'y');
  while (one.lastIndex < text.trimEnd().length) {
    const [whole, word = '', sign, value] = one.exec(text) ?? [];
    if (whole === undefined) throw new GitFailure('bogus format in GIT_CONFIG_PARAMETERS', 128, 'error: ');
    const key = plain(word);
    const cut = sign === undefined ? key.indexOf('=') : -1;
    if (cut >= 0) found.push({ key: key.slice(0, cut), value: key.slice(cut + 1) });
    else found.push({ key, value: value === undefined ? undefined : plain(value) });
  }
  return found;
}

/** Passes a setting of `-c` on in an environment; without a value it is true. */
export function passSetting(env: Record<string, string>, key: string, value: string | undefined): void {
  if (!key.includes('.'))
    throw new GitFailure(
      `key does not contain a section: ${key}\nfatal: unable to parse command-line config`,
      128,
      'error: ',
    );
  const quoted = (text: string) => `'${text.replaceAll(/['!]/g, String.raw`'\$&'`)}'`;
  const before = env.GIT_CONFIG_PARAMETERS;
  env.GIT_CONFIG_PARAMETERS = `${before ? `${before} ` : ''}${quoted(key)}=${value === undefined ? '' : quoted(value)}`;
}

/** `-c name=value`; without `=`, the setting is true. */
export function passWritten(env: Record<string, string>, written: string): void {
  const cut = written.indexOf('=');
  passSetting(env, cut < 0 ? written : written.slice(0, cut), cut < 0 ? undefined : written.slice(cut + 1));
}
