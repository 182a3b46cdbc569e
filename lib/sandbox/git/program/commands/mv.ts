import { GitFailure } from '../../git-failure';
import { moveAll } from '../../git-fs';
import { baseOf, parentFolder } from '../../repository';
import { statFields, type GitIndex } from '../../store/index-file';
import { GITLINK } from '../../store/tree';
import { loadIndex, openWorkTree, saveIndex, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { inRepository } from '../setup/pathspec';
import { outsideText, sparseCone } from '../setup/sparse-cone';
import { lookAtFile, stageFile } from '../worktree/work-files';
import { moveSubmodule } from '../submodule/submodule-file';

export const gitMv: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { force: '-f --force', dry: '-n --dry-run', verbose: '-v --verbose', skip: '-k', sparse: '--sparse' },
  });
  const { is } = options;
  const context = await openWorkTree(io);
  const given = options.rest.map((path) => inRepository(context, io.cwd, path.replace(/(.)\/+$/, '$1')));
  const target = given.pop();
  if (target === undefined || given.length === 0)
    throw new GitFailure('usage: git mv [<options>] <source>... <destination>', 129);
  const intoFolder = (await lookAtFile(context, target))?.type === 'directory' || target === '';
  const index = await loadIndex(context);
  const places = given.map((from) => {
    const folder =
      intoFolder || (options.rest.at(-1)?.endsWith('/') && index.paths().some((path) => path.startsWith(`${target}/`)));
    return [from, folder ? `${target === '' ? '' : `${target}/`}${baseOf(from)}` : target] as const;
  });
  const code = await mustBeCheckedOut(context, index, places, is('sparse'));
  if (code !== 0) return code;
  if (given.length === 1 && !intoFolder && options.rest.at(-1)?.endsWith('/')) {
    const isFolder = (await lookAtFile(context, given[0] ?? ''))?.type === 'directory';
    if (!isFolder)
      throw new GitFailure(`destination directory does not exist, source=${given[0]}, destination=${target}/`);
  }
  if (given.length > 1 && !intoFolder) throw new GitFailure(`destination '${options.rest.at(-1)}' is not a directory`);
  // Nothing is moved before everything is checked.
  const moves: { readonly from: string; readonly to: string; readonly inside: readonly string[] }[] = [];
  for (const from of given) {
    const to = intoFolder ? `${target === '' ? '' : `${target}/`}${baseOf(from)}` : target;
    if (is('dry')) io.out(`Checking rename of '${from}' to '${to}'\n`);
    const isTwice = moves.some((other) => other.to === to);
    const fault = isTwice
      ? 'multiple sources for the same target'
      : await faultOf(context, index, from, to, is('force'));
    if (fault !== undefined) {
      if (is('skip')) continue;
      throw new GitFailure(`${fault}, source=${from}, destination=${to}`);
    }
    const inside = index.paths().filter((path) => path === from || path.startsWith(`${from}/`));
    moves.push({ from, to, inside });
  }
  if (is('dry'))
    for (const { from, to, inside } of moves)
      for (const path of inside.filter((path) => path !== from))
        io.out(`Checking rename of '${path}' to '${to}${path.slice(from.length)}'\n`);
  for (const { from, to, inside } of moves) {
    const isFolder = (await lookAtFile(context, from))?.type === 'directory';
    if (is('verbose') || is('dry'))
      for (const path of [...(isFolder ? [from] : []), ...inside])
        io.out(`Renaming ${path} to ${to}${path.slice(from.length)}\n`);
    if (!is('dry')) await moveFiles(context, index, from, to, inside);
  }
  await saveIndex(context, index);
};

/** Moves a file or a folder, with what the index has of it. */
async function moveFiles(
  context: Context,
  index: GitIndex,
  from: string,
  to: string,
  inside: readonly string[],
): Promise<void> {
  if (to.includes('/') && (await lookAtFile(context, parentFolder(to)))?.type !== 'directory')
    throw new GitFailure(`renaming '${from}' failed: No such file or directory`);
  await moveAll(context.fs, `${context.root}/${from}`, `${context.root}/${to}`);
  for (const path of inside)
    if (index.get(path)?.mode === GITLINK) await moveInner(context, index, path, `${to}${path.slice(from.length)}`);
  for (const path of inside) {
    const entry = index.get(path);
    index.remove(path);
    if (!entry) continue;
    const place = `${to}${path.slice(from.length)}`;
    const stat = await lookAtFile(context, place);
    const fields = entry.mtimeMs !== 0 && stat ? statFields(stat) : {};
    const clean = entry.size === stat?.size;
    index.set({ ...entry, path: place, ...(clean ? { ...fields, mtimeMs: 0 } : {}) });
  }
}

/** In a sparse checkout, nothing is moved out of what is checked out, or into it: it would be gone from the folder. */
async function mustBeCheckedOut(
  context: Context,
  index: GitIndex,
  places: readonly (readonly [from: string, to: string])[],
  sparse: boolean,
): Promise<number> {
  const cone = await sparseCone(context);
  if (!cone) return 0;
  const outside = places.flatMap(([from, to]) =>
    index
      .paths()
      .filter((path) => path === from || path.startsWith(`${from}/`))
      .flatMap((path) => [path, `${to}${path.slice(from.length)}`].filter((one) => !cone.holds(one))),
  );
  if (outside.length === 0) return 0;
  if (sparse)
    throw new GitFailure(
      '--sparse is not supported in this sandbox: check the folder out first, with `git sparse-checkout add`',
      2,
    );
  context.io.err(outsideText(outside));
  return 1;
}

/** A submodule was moved: updates its path in `.gitmodules`. */
async function moveInner(context: Context, index: GitIndex, from: string, to: string): Promise<void> {
  await moveSubmodule(context, from, to);
  const stat = await lookAtFile(context, '.gitmodules');
  if (stat && index.has('.gitmodules')) index.set(await stageFile(context, index, '.gitmodules', stat));
}

async function faultOf(
  context: Context,
  index: Awaited<ReturnType<typeof loadIndex>>,
  from: string,
  to: string,
  force: boolean,
): Promise<string | undefined> {
  const stat = await lookAtFile(context, from);
  if (!stat) return 'bad source';
  if (to === from || (stat.type === 'directory' && to.startsWith(`${from}/`)))
    return 'can not move directory into itself';
  const inside = index.paths().filter((path) => path === from || path.startsWith(`${from}/`));
  if (inside.length === 0) return stat.type === 'directory' ? 'source directory is empty' : 'not under version control';
  if (index.isConflict(from)) return 'conflicted';
  const there = await lookAtFile(context, to);
  return there && !(force && there.type !== 'directory') ? 'destination exists' : undefined;
}
