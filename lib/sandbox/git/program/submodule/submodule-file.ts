import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText, writeText } from '../../git-fs';
import { addSetting, parseConfig } from '../../store/config';
import { GITLINK } from '../../store/tree';
import { addSettingTo } from '../setup/change-config';
import { loadIndex, openContext, type Context } from '../setup/context';
import type { GitIo } from '../setup/git-io';
import { pathspecs, wantedBy } from '../setup/pathspec';

/** A submodule in `.gitmodules`. */
export interface Submodule {
  readonly name: string;
  readonly path: string;
  readonly url: string;
  /** The commit recorded in the index. */
  readonly oid: string;
}

export const modulesFile = ({ root }: Context): string => `${root}/.gitmodules`;

/** The submodules in the index; only those named, if any are. */
export async function chosenSubmodules(context: Context, names: readonly string[]): Promise<Submodule[]> {
  const links = (await loadIndex(context)).all().filter(({ mode }) => mode === GITLINK);
  const settings = parseConfig((await readGitText(context.fs, modulesFile(context))) ?? '');
  const value = (key: string) => settings.findLast((setting) => setting.key === key)?.value ?? undefined;
  const specs = pathspecs(context, context.io.cwd, names);
  const missing = specs.find(({ matches }) => !links.some(({ path }) => matches(path)));
  if (missing) throw new GitFailure(`pathspec '${missing.path}' did not match any file(s) known to git`, 1);
  const wanted = wantedBy(specs);
  return links.flatMap(({ path, oid }) => {
    if (specs.length > 0 && !wanted(path)) return [];
    const key = settings.find((setting) => setting.key.endsWith('.path') && setting.value === path)?.key;
    if (key === undefined) throw new GitFailure(`no submodule mapping found in .gitmodules for path '${path}'`);
    const name = key.slice('submodule.'.length, -'.path'.length);
    // Both come from whoever made the repository: a name becomes a folder, and an address an argument.
    if (name.split(/[\\/]/).includes('..')) {
      context.io.err(`warning: ignoring suspicious submodule name: ${name}\n`);
      throw new GitFailure(`no submodule mapping found in .gitmodules for path '${path}'`);
    }
    const url = value(`submodule.${name}.url`) ?? '';
    if (url.startsWith('-'))
      throw new GitFailure(
        `No url found for submodule path '${path}' in .gitmodules`,
        128,
        `warning: ignoring 'submodule.${name}.url' which may be interpreted as a command-line option: ${url}\nfatal: `,
      );
    return [{ name, path, oid, url }];
  });
}

/** Resolves an address that begins with a dot against this repository's origin, part by part as it is written. */
export function submoduleUrl({ config, root }: Context, url: string): string {
  if (!/^\.\.?\//.test(url)) return url;
  let base = (config.get('remote.origin.url') ?? root).replace(/\/$/, '');
  let [left, separator] = [url, '/'];
  for (let part = /^\.\.?\//.exec(left)?.[0]; part !== undefined; part = /^\.\.?\//.exec(left)?.[0]) {
    left = left.slice(part.length);
    if (part === './') continue;
    const cut = Math.max(base.lastIndexOf('/'), base.includes('/') ? -1 : base.lastIndexOf(':'));
    if (cut < 0) throw new GitFailure(`cannot strip one component off url '${base}'`);
    if (base[cut] === ':') separator = ':';
    base = base.slice(0, cut);
  }
  return `${base}${separator}${left}`.replace(/\/$/, '');
}

/** Links a submodule's folder and its git directory to each other. */
export async function joinFolder(context: Context, folder: string, kept: string): Promise<void> {
  await writeText(context.fs, `${folder}/.git`, `gitdir: ${relativePath(folder, kept)}\n`);
  const inner = await openContext(outside(context.io, folder));
  await addSettingTo(inner, 'core.worktree', relativePath(kept, folder));
}

function relativePath(from: string, to: string): string {
  const [own, other] = [from.split('/'), to.split('/')];
  let same = 0;
  while (same < own.length && own[same] === other[same]) same++;
  return [...own.slice(same).map(() => '..'), ...other.slice(same)].join('/');
}

/** Updates `.gitmodules` and the link to its git directory after a submodule was moved. */
export async function moveSubmodule(context: Context, from: string, to: string): Promise<void> {
  const { fs, root } = context;
  const text = (await readGitText(fs, modulesFile(context))) ?? '';
  const setting = parseConfig(text).find(({ key, value }) => key.endsWith('.path') && value === from);
  if (setting) await writeText(fs, modulesFile(context), addSetting(text, setting.key, to, [setting]));
  const link = /^gitdir: (.+)$/m.exec((await readGitText(fs, `${root}/${to}/.git`)) ?? '')?.[1];
  if (link !== undefined) await joinFolder(context, `${root}/${to}`, resolveFrom(`${root}/${from}`, link));
}

/** The environment for a command in another folder. */
export function outside(io: GitIo, cwd: string): GitIo {
  const env = { ...io.env };
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']) delete env[name];
  return { ...io, cwd, env };
}
