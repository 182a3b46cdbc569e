import { lookAt } from '../../git-fs';
import type { GitIndex } from '../../store/index-file';
import type { Context } from '../setup/context';
import { prefixOf } from '../setup/pathspec';
import { lookAtWork } from './work-state';

/** The repositories in a folder, whose name ends with a slash: they are left alone unless that is asked for. */
export async function repositoriesIn(context: Context, path: string): Promise<string[]> {
  if (!path.endsWith('/')) return [];
  const folder = path.slice(0, -1);
  if (await lookAt(context.fs, `${context.root}/${folder}/.git`)) return [folder];
  const found: string[] = [];
  for (const name of await context.fs.readdir(`${context.root}/${folder}`))
    if ((await lookAt(context.fs, `${context.root}/${path}${name}`))?.type === 'directory')
      found.push(...(await repositoriesIn(context, `${path}${name}/`)));
  return found;
}

/** The folders of which git knows nothing, even if nothing is in them. */
export const unknownFolders = async (context: Context, index: GitIndex): Promise<string[]> =>
  (await lookAtWork(context, index, { untracked: 'normal', empty: true, inner: false })).untracked.flatMap((path) =>
    path.endsWith('/') ? [path.slice(0, -1)] : [],
  );

/** Removes a folder and those in it, as far as nothing is in them, but not the one that the command is run in. */
export async function removeIfEmpty(context: Context, folder: string): Promise<void> {
  const { fs, root, io } = context;
  const at = `${root}/${folder}`;
  if ((await lookAt(fs, at))?.type !== 'directory' || (await lookAt(fs, `${at}/.git`))) return;
  for (const name of await fs.readdir(at)) await removeIfEmpty(context, `${folder}/${name}`);
  if ((await fs.readdir(at)).length === 0 && prefixOf(context, io.cwd) !== `${folder}/`) await fs.rmdir(at);
}
