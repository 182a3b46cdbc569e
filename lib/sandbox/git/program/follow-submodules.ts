import { GitFailure } from '../git-failure';
import { lookAt, makeFolder } from '../git-fs';
import { headCommit } from '../repository';
import { GITLINK, sameEntry, type FileEntry } from '../store/tree';
import { loadIndex, openWorkTree, type Context } from './context';
import { filesOfCommit } from './merge-into-work';
import { standingOf } from './status-text';
import { chosenSubmodules, joinFolder, outside } from './submodule-file';
import { notUpToDate, switchTree } from './switch-tree';
import { switchHead } from './update-refs';

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
    if (!lost) continue;
    throw new GitFailure(
      `${notUpToDate(`${path}/${lost.path}`)}\nerror: Submodule '${path}' could not be updated.\nerror: Cannot update submodule:\n\t${path}\n\nAborting`,
      1,
      'error: ',
    );
  }
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
    const inner =
      (await innerContext(context, path)) ?? (name === undefined ? undefined : await bringBack(context, path, name));
    if (!inner) continue;
    const head = await headCommit(inner);
    if (head === oid && !force) continue;
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
  const links = await linksOf(inner);
  await switchTree(inner, await filesOfCommit(inner, await headCommit(inner)), new Map(), { force: true });
  for (const link of links.keys()) await leave(inner, link);
  await fs.unlink(`${root}/${path}/.git`);
}

/** Makes the folder of a submodule whose git directory is kept; undefined if there is none, or nobody wants it. */
async function bringBack(context: Context, path: string, name: string): Promise<Context | undefined> {
  const { config, fs, common, root } = context;
  const kept = `${common}/modules/${name}`;
  if (config.get(`submodule.${name}.url`) === undefined || !(await lookAt(fs, `${kept}/HEAD`))) return undefined;
  await makeFolder(fs, `${root}/${path}`);
  await joinFolder(context, `${root}/${path}`, kept);
  const inner = await innerContext(context, path);
  const head = inner && (await headCommit(inner));
  if (inner) await switchTree(inner, new Map(), await filesOfCommit(inner, head), { force: true });
  return inner;
}
