import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder } from '../../git-fs';
import { headCommit } from '../../repository';
import { GITLINK, sameEntry, type FileEntry } from '../../store/tree';
import { loadIndex, openWorkTree, type Context } from '../setup/context';
import { filesOfCommit } from '../worktree/merge-into-work';
import { standingOf } from '../commit/status-text';
import { chosenSubmodules, joinFolder, outside } from './submodule-file';
import { notUpToDate, switchTree, untrackedAt } from '../worktree/switch-tree';
import { switchHead } from '../refs/update-refs';

type Tree = ReadonlyMap<string, FileEntry>;

/** The commit of each submodule in the index, by its path. */
type Links = ReadonlyMap<string, string>;

/** Options of commands that take submodules along; the setting `submodule.recurse` is for those that name neither. */
export const RECURSING = { recurse: '--recurse-submodules', noRecurse: '--no-recurse-submodules' } as const;

export const takesSubmodules = ({ config }: Context, chosen: keyof typeof RECURSING | undefined): boolean =>
  chosen === undefined ? config.boolean('submodule.recurse') === true : chosen === 'recurse';

export async function linksOf(context: Context): Promise<Links> {
  const links = (await loadIndex(context)).all().filter(({ mode }) => mode === GITLINK);
  return new Map(links.map(({ path, oid }) => [path, oid]));
}

/** Fails if the files of a submodule have changes that going over to another commit would lose. */
export async function mustLetSubmodulesGo(context: Context, links: Links, to: Tree): Promise<void> {
  for (const path of links.keys()) {
    const inner = await innerContext(context, path);
    const target = to.get(path);
    if (!inner) continue;
    const head = await headCommit(inner);
    if (target?.oid === head) continue;
    const [from, wanted] = [await filesOfCommit(inner, head), await treeAt(inner, target)];
    const { staged, changed } = await standingOf(inner, { untracked: 'no', renames: false, submodules: 'none' });
    const lost = [...staged, ...changed].find((file) => !sameEntry(from.get(file.path), wanted.get(file.path)));
    const overwritten = lost ? undefined : await firstUntracked(inner, from, wanted);
    if (!lost && overwritten === undefined) {
      await mustLetSubmodulesGo(inner, await linksOf(inner), wanted);
      continue;
    }
    const why = lost
      ? notUpToDate(`${path}/${lost.path}`)
      : `The following untracked working tree files would be overwritten by checkout:\n\t${path}/${overwritten}\nPlease move or remove them before you switch branches.`;
    throw new GitFailure(
      `${why}\nerror: Submodule '${path}' could not be updated.\nerror: Cannot update submodule:\n\t${path}\n\nAborting`,
      1,
      'error: ',
    );
  }
}

/** An untracked file where a commit has one. */
async function firstUntracked(inner: Context, from: Tree, wanted: Tree): Promise<string | undefined> {
  const index = await loadIndex(inner);
  for (const [path, { mode }] of wanted) {
    if (from.has(path) || index.has(path)) continue;
    const found = await untrackedAt(inner, index, path, mode);
    if (found !== undefined) return found;
  }
  return undefined;
}

const treeAt = async (inner: Context, entry: FileEntry | undefined): Promise<Tree> =>
  entry?.mode === GITLINK && (await inner.objects.find(entry.oid)) ? filesOfCommit(inner, entry.oid) : new Map();

/** The repository of a submodule whose files are here, with its git directory kept in the outer one. */
async function innerContext(context: Context, path: string): Promise<Context | undefined> {
  const folder = `${context.root}/${path}`;
  if ((await lookAt(context.fs, `${folder}/.git`))?.type !== 'file') return undefined;
  return openWorkTree(outside(context.io, folder)).catch(() => undefined);
}

/** Removes the files of the submodules that a commit does not have: their folders would be in the way. */
export async function leaveSubmodules(context: Context, links: Links, to: Tree): Promise<void> {
  for (const path of links.keys()) if (to.get(path)?.mode !== GITLINK) await leave(context, path);
}

/** Brings the files of each submodule to the commit that the index now has. */
export async function followSubmodules(context: Context, force = false): Promise<void> {
  const after = await linksOf(context);
  const known = await chosenSubmodules(context, []).catch(() => []);
  for (const [path, oid] of after) {
    const name = known.find((one) => one.path === path)?.name;
    const here = await innerContext(context, path);
    const inner = here ?? (name === undefined ? undefined : await bringBack(context, path, name, force));
    if (!inner) continue;
    const head = await headCommit(inner);
    if (head === oid && !force) {
      if (!here) await followSubmodules(inner);
      continue;
    }
    if (!(await inner.objects.find(oid)))
      throw new GitFailure(
        `Submodule '${path}' could not be updated.\nerror: Submodule '${path}' cannot checkout new HEAD.`,
        1,
        'error: ',
      );
    const to = await filesOfCommit(inner, oid);
    await leaveSubmodules(inner, await linksOf(inner), to);
    await switchTree(inner, await filesOfCommit(inner, head), to, { force });
    await switchHead(inner, { commit: oid, named: oid });
    await followSubmodules(inner, force);
  }
}

/** Removes the files of a submodule that is no more; its git directory stays. */
async function leave(context: Context, path: string): Promise<void> {
  const { fs, root } = context;
  const inner = await innerContext(context, path);
  if (!inner) return;
  for (const link of (await linksOf(inner)).keys()) await leave(inner, link);
  await switchTree(inner, await filesOfCommit(inner, await headCommit(inner)), new Map(), { force: true });
  await fs.unlink(`${root}/${path}/.git`);
}

/** Makes the folder of a submodule whose git directory is kept; undefined if there is none, or nobody wants it. */
async function bringBack(context: Context, path: string, name: string, force: boolean): Promise<Context | undefined> {
  const { config, fs, common, root, io } = context;
  const kept = `${common}/modules/${name}`;
  if (config.get(`submodule.${name}.url`) === undefined || !(await lookAt(fs, `${kept}/HEAD`))) return undefined;
  if (((await lookAt(fs, `${root}/${path}`))?.type ?? 'directory') !== 'directory') return undefined;
  await makeFolder(fs, `${root}/${path}`);
  await joinFolder(context, `${root}/${path}`, kept);
  const inner = await innerContext(context, path);
  if (!inner) return undefined;
  const files = await filesOfCommit(inner, await headCommit(inner));
  const inTheWay = await switchTree(inner, new Map(), files, { force });
  if (!inTheWay) return inner;
  await fs.unlink(`${root}/${path}/.git`);
  const found = [...inTheWay.untracked, ...(inTheWay.folders ?? []), ...inTheWay.changed];
  io.err(`warning: submodule '${path}' is not checked out: it would overwrite ${found.join(', ')}\n`);
  return undefined;
}
