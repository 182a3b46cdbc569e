import { resolveFrom } from '../../embedded/fs/paths';
import { GitFailure } from '../git-failure';
import { lookAt, readGitText } from '../git-fs';
import type { Repository } from '../repository';
import { asBoolean, asInteger, normalKey, parseConfig, type ConfigSetting } from '../store/config';
import type { GitIo } from './git-io';
import { globPattern } from './glob';

type ConfigScope = 'global' | 'local' | 'worktree' | 'command';

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
export async function globalFile({ fs, env, settings }: GitIo): Promise<string> {
  if (env.GIT_CONFIG_GLOBAL) return env.GIT_CONFIG_GLOBAL;
  const own = `${env.HOME ?? ''}/.gitconfig`;
  return env.HOME && (await lookAt(fs, own)) ? own : `${settings}/config`;
}

export const localFile = ({ common }: Repository): string => `${common}/config`;

/** The path of the settings for one worktree, which count if `extensions.worktreeConfig` is set. */
export const worktreeFile = ({ gitdir }: Repository): string => `${gitdir}/config.worktree`;

/** Whether the condition of an `includeIf` holds: `gitdir:~/work/`, `gitdir/i:`, `onbranch:release/`. */
async function holds(
  { env }: GitIo,
  condition: string,
  file: string,
  repository: Repository | undefined,
): Promise<boolean> {
  const [, kind, written = ''] = /^(gitdir(?:\/i)?|onbranch):(.*)$/s.exec(condition) ?? [];
  if (!repository || kind === undefined) return false;
  const whole = written.endsWith('/') ? `${written}**` : written;
  if (kind === 'onbranch') {
    const branch = (await repository.refs.target('HEAD'))?.replace(/^refs\/heads\//, '');
    return branch !== undefined && globPattern(whole, { slashes: false }).test(branch);
  }
  const home = whole.replace(/^~(?=\/)/, env.HOME ?? '');
  const path = home.startsWith('./') ? `${file.replace(/\/[^/]*$/, '')}${home.slice(1)}` : home;
  const glob = globPattern(path.startsWith('/') ? path : `**/${path}`, {
    slashes: false,
    ignoreCase: kind === 'gitdir/i',
  });
  return glob.test(repository.gitdir) || glob.test(`${repository.gitdir}/`);
}

/** The settings in one file and, with `includes`, in those it includes. */
export async function settingsIn(
  io: GitIo,
  file: string,
  scope: ConfigScope,
  repository: Repository | undefined,
  includes = true,
  depth = 0,
): Promise<ScopedSetting[]> {
  const text = await readGitText(io.fs, file);
  if (text === undefined) return [];
  const found: ScopedSetting[] = [];
  for (const { key, value } of parseConfig(text, file.replace(/^.*\/(?=\.git\/)/, ''))) {
    found.push({ key, value, scope, file });
    const condition = /^includeif\.(.*)\.path$/s.exec(key)?.[1];
    const counts =
      key === 'include.path' || (condition !== undefined && (await holds(io, condition, file, repository)));
    if (counts && includes && value !== undefined && depth < 10) {
      const path = value.replace(/^~(?=\/)/, io.env.HOME ?? '');
      const folder = file.replace(/\/[^/]*$/, '');
      found.push(...(await settingsIn(io, resolveFrom(folder, path), scope, repository, includes, depth + 1)));
    }
  }
  return found;
}

export async function readConfig(io: GitIo, repository: Repository | undefined, includes = true): Promise<Config> {
  const local = repository ? await settingsIn(io, localFile(repository), 'local', repository, includes) : [];
  const apart = new Config(local).boolean('extensions.worktreeConfig') === true;
  return new Config([
    ...(await settingsIn(io, await globalFile(io), 'global', repository, includes)),
    ...local,
    ...(repository && apart ? await settingsIn(io, worktreeFile(repository), 'worktree', repository, includes) : []),
    ...commandSettings(io),
  ]);
}

/** Settings of `-c`, passed in the environment as git passes them. */
function commandSettings({ env }: GitIo): ScopedSetting[] {
  return Array.from({ length: Number(env.GIT_CONFIG_COUNT ?? 0) }, (_, at) => ({
    key: normalKey(env[`GIT_CONFIG_KEY_${at}`] ?? ''),
    value: env[`GIT_CONFIG_VALUE_${at}`] ?? '',
    scope: 'command',
    file: 'command line',
  }));
}

/** Puts a setting of `-c` into an environment. */
export function withSetting(env: Record<string, string>, setting: string): void {
  const cut = setting.indexOf('=');
  const key = cut < 0 ? setting : setting.slice(0, cut);
  if (!key.includes('.')) throw new GitFailure(`key does not contain a section: ${key}`, 1);
  const count = Number(env.GIT_CONFIG_COUNT ?? 0);
  env[`GIT_CONFIG_KEY_${count}`] = key;
  env[`GIT_CONFIG_VALUE_${count}`] = cut < 0 ? 'true' : setting.slice(cut + 1);
  env.GIT_CONFIG_COUNT = String(count + 1);
}
