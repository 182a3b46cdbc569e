import { resolveFrom } from '../paths';
import { clientOf } from './client';
import { withCommonFolder } from './common-folder';
import { GitFailure } from './git-failure';
import { lookAt, makeFolder, readGitText, writeText, type GitFs } from './git-fs';
import type { At } from './store/at';
import { ObjectStore } from './store/objects';
import { RefStore } from './store/refs';

/** A repository, seen from its main folder or from one of its worktrees. */
export interface Repository {
  readonly fs: GitFs;
  /** The folder with the files; for a bare repository, the repository itself. */
  readonly root: string;
  readonly bare: boolean;
  /** This worktree's own part: `.git`, or `.git/worktrees/<name>`. */
  readonly gitdir: string;
  /** What all worktrees share: `.git`. */
  readonly common: string;
  /** The first arguments of every isomorphic-git function. */
  readonly at: At;
  readonly objects: ObjectStore;
  readonly refs: RefStore;
}

export const parentFolder = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The repository that a folder is in; undefined if there is none. `ceilings`: folders that are not looked into from below. */
export async function findRepository(
  fs: GitFs,
  folder: string,
  ceilings: readonly string[] = [],
): Promise<Repository | undefined> {
  for (let root = folder; ; root = parentFolder(root)) {
    const dot = resolveFrom(root, '.git');
    const found = await lookAt(fs, dot);
    if (found?.type === 'directory') {
      if (await hasHead(fs, dot)) return repositoryAt(fs, root, dot, dot);
    } else if (found) return linkedRepository(fs, root, dot);
    if (await isBare(fs, root)) return repositoryAt(fs, root, root, root, true);
    if (root === '/' || ceilings.includes(parentFolder(root))) return undefined;
  }
}

async function linkedRepository(fs: GitFs, root: string, dot: string): Promise<Repository> {
  const target = /^gitdir: (.+?)\s*$/m.exec((await readGitText(fs, dot)) ?? '')?.[1];
  if (target === undefined) throw new GitFailure(`invalid gitfile format: ${dot}`);
  const gitdir = resolveFrom(root, target);
  const common = await readGitText(fs, `${gitdir}/commondir`);
  if (!(await lookAt(fs, `${gitdir}/HEAD`))) throw new GitFailure(`not a git repository: ${gitdir}`);
  return repositoryAt(fs, root, gitdir, common === undefined ? gitdir : resolveFrom(gitdir, common.trim()));
}

/** Whether a folder has a HEAD that names a ref or a commit. */
const hasHead = async (fs: GitFs, gitdir: string): Promise<boolean> =>
  /^(?:ref:\s*refs\/|[0-9a-f]{40}\s*$)/.test((await readGitText(fs, `${gitdir}/HEAD`)) ?? '');

/** Whether a folder is itself a repository, with what is usually in `.git`. */
export async function isBare(fs: GitFs, folder: string): Promise<boolean> {
  const parts = ['HEAD', 'objects', 'refs'].map((name) => lookAt(fs, resolveFrom(folder, name)));
  return (await Promise.all(parts)).every((found) => found !== undefined);
}

export function repositoryAt(fs: GitFs, root: string, gitdir: string, common: string, bare = false): Repository {
  const seen = gitdir === common ? fs : withCommonFolder(fs, root, gitdir, common);
  const at = { fs: clientOf(seen), dir: root, gitdir };
  return {
    fs: seen,
    root,
    gitdir,
    common,
    bare,
    at,
    objects: new ObjectStore(seen, at),
    refs: new RefStore(seen, gitdir),
  };
}

const configOf = (bare: boolean): string =>
  `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = ${bare}\n${bare ? '' : '\tlogallrefupdates = true\n'}`;

/** Makes a folder a repository; an existing repository is left as it is. */
export async function initRepository(fs: GitFs, root: string, branch = 'main', bare = false): Promise<Repository> {
  const gitdir = bare ? root : resolveFrom(root, '.git');
  const repository = repositoryAt(fs, root, gitdir, gitdir, bare);
  if (await lookAt(fs, `${gitdir}/HEAD`)) return repository;
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info', 'hooks', 'branches']) {
    await makeFolder(fs, `${gitdir}/${folder}`);
  }
  await writeText(fs, `${gitdir}/HEAD`, `ref: refs/heads/${branch}\n`);
  await writeText(fs, `${gitdir}/config`, configOf(bare));
  await writeText(fs, `${gitdir}/info/exclude`, EXCLUDE);
  await writeText(
    fs,
    `${gitdir}/description`,
    "Unnamed repository; edit this file 'description' to name the repository.\n",
  );
  return repository;
}

/** What a new repository says in `info/exclude`. */
const EXCLUDE = `# git ls-files --others --exclude-from=.git/info/exclude
# Lines that start with '#' are comments.
# For a project mostly in C, the following would be a good set of
# exclude patterns (uncomment them if you want to use them):
# *.[oa]
# *~
`;

/** The commit that HEAD points to; undefined before the first commit. */
export const headCommit = ({ refs }: Pick<Repository, 'refs'>): Promise<string | undefined> => refs.resolve('HEAD');

/** The branch that HEAD is on; undefined if it is detached. */
export async function currentBranch({ refs }: Pick<Repository, 'refs'>): Promise<string | undefined> {
  return /^refs\/heads\/(.+)$/.exec((await refs.target('HEAD')) ?? '')?.[1];
}
