import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { findRepository, isBare, repositoryAt, type Repository } from '../../repository';
import { readIndex, writeIndex, type GitIndex } from '../../store/index-file';
import { LOCKED } from '../../store/refs';
import { GITLINK } from '../../store/tree';
import { readConfig, type Config } from './config';
import type { GitIo } from './git-io';
import { readGrafts } from './grafts';
import { refGuard } from './hooks';
import { markSparse, unmarkPresent } from './sparse-cone';

/** What a command works on: a repository, its settings, and the caller's folder and environment. */
export interface Context extends Repository {
  readonly io: GitIo;
  readonly config: Config;
}

/** The refs that `git replace` makes, each named after what it replaces. */
export const REPLACE = 'refs/replace/';

export async function findContext(io: GitIo): Promise<Context | undefined> {
  const { GIT_DIR, GIT_WORK_TREE, GIT_CEILING_DIRECTORIES = '' } = io.env;
  let repository = await findRepository(io.fs, io.cwd, GIT_CEILING_DIRECTORIES.split(':').filter(Boolean));
  if (GIT_DIR !== undefined) {
    const gitdir = resolveFrom(io.cwd, GIT_DIR);
    const root = GIT_WORK_TREE === undefined ? io.cwd : resolveFrom(io.cwd, GIT_WORK_TREE);
    if (!(await isBare(io.fs, gitdir))) throw new GitFailure(`not a git repository: '${GIT_DIR}'`);
    // Without another folder, the one that the command runs in counts, unless the repository lies elsewhere.
    const isOwn = GIT_WORK_TREE !== undefined || gitdir.endsWith('/.git');
    if (repository?.gitdir !== gitdir || (isOwn && repository.root !== root)) {
      const common = repository?.gitdir === gitdir ? repository.common : gitdir;
      const bare = GIT_WORK_TREE === undefined && !gitdir.endsWith('/.git');
      repository = repositoryAt(io.fs, bare ? gitdir : root, gitdir, common, bare);
    }
  }
  if (!repository) return undefined;
  const config = await readConfig(io, repository);
  repository.objects.encoding = config.get('i18n.commitEncoding') || 'UTF-8';
  repository.objects.warn = io.err;
  if (io.env.GIT_NO_REPLACE_OBJECTS === undefined)
    repository.objects.replaced = new Map(
      (await repository.refs.list(REPLACE)).map(({ name, oid }) => [name.slice(REPLACE.length), oid]),
    );
  const context = { ...repository, io, config };
  repository.objects.grafts = await readGrafts(io, repository.common, config);
  repository.refs.guard = await refGuard(context);
  return context;
}

export async function openContext(io: GitIo): Promise<Context> {
  const found = await findContext(io);
  if (!found) throw new GitFailure('not a git repository (or any of the parent directories): .git');
  return found;
}

/** Like `openContext`, but fails outside a work tree. */
export async function openWorkTree(io: GitIo): Promise<Context> {
  const context = await openContext(io);
  const isThere = (await lookAt(context.fs, context.root))?.type === 'directory';
  if (context.bare || !isThere || `${io.cwd}/`.startsWith(`${context.gitdir}/`))
    throw new GitFailure('this operation must be run in a work tree');
  return context;
}

const indexPath = ({ gitdir, io, root }: Context): string =>
  io.env.GIT_INDEX_FILE === undefined ? `${gitdir}/index` : resolveFrom(root, io.env.GIT_INDEX_FILE);

/** Whether there is an index: after a clone without a checkout, there is none. */
export const hasIndex = async (context: Context): Promise<boolean> =>
  (await lookAt(context.io.fs, indexPath(context))) !== undefined;

export async function loadIndex(context: Context): Promise<GitIndex> {
  const index = await readIndex(context.io.fs, indexPath(context));
  await unmarkPresent(context, index);
  return index;
}

/** A file rewritten within the index's second would look unchanged to native git once the index is newer. */
async function smudgeRacy({ fs, root }: Context, index: GitIndex): Promise<void> {
  for (const entry of index.racy) {
    if (entry.mtimeMs === 0 || entry.mode === GITLINK || index.get(entry.path, entry.stage) !== entry) continue;
    const stat = await lookAt(fs, `${root}/${entry.path}`);
    if (stat && Math.abs(stat.mtimeMs - entry.mtimeMs) >= 0.001) index.set({ ...entry, mtimeMs: 0 });
  }
}

const lockPath = (context: Context): string => `${indexPath(context)}.lock`;

/** Fails if another program holds the index's lock. */
export async function mustBeUnlocked(context: Context): Promise<void> {
  const lock = lockPath(context);
  if (await lookAt(context.io.fs, lock)) throw new GitFailure(`Unable to create '${lock}': File exists.\n\n${LOCKED}`);
}

/** Writes the index if it changed. `optional`: not if another program holds its lock, since only what was found out is kept. */
export async function saveIndex(context: Context, index: GitIndex, { optional = false } = {}): Promise<void> {
  if (!index.changed) return;
  if (optional && (context.io.env.GIT_OPTIONAL_LOCKS === '0' || (await lookAt(context.io.fs, lockPath(context)))))
    return;
  await mustBeUnlocked(context);
  await markSparse(context, index);
  await smudgeRacy(context, index);
  await writeIndex(context.io.fs, indexPath(context), index);
}
