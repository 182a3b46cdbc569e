import { lookAt, readGitText } from '../git-fs';
import type { Repository } from '../repository';
import { comparePaths } from '../store/bytes';
import type { GitIndex } from '../store/index-file';
import type { Config } from './config';

/** The folders of which a sparse checkout has the files; of those that lead to them it has the files right in them. */
export class SparseCone {
  readonly folders: readonly string[];
  private readonly above: ReadonlySet<string>;

  constructor(folders: readonly string[]) {
    const sorted = [...new Set(folders)].toSorted(comparePaths);
    this.folders = sorted.filter((folder) => !sorted.some((other) => folder.startsWith(`${other}/`)));
    this.above = new Set(this.folders.flatMap(foldersAbove));
  }

  holds(path: string): boolean {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder === '' || this.above.has(folder)) return true;
    return this.folders.some((one) => folder === one || folder.startsWith(`${one}/`));
  }

  /** As `info/sparse-checkout` has it. */
  toString(): string {
    const lines = ['/*', '!/*/'];
    for (const folder of [...this.above].toSorted(comparePaths)) lines.push(`/${folder}/`, `!/${folder}/*/`);
    return [...lines, ...this.folders.map((folder) => `/${folder}/`), ''].join('\n');
  }
}

const foldersAbove = (folder: string): string[] =>
  folder
    .split('/')
    .slice(1)
    .map((_, at) =>
      folder
        .split('/')
        .slice(0, at + 1)
        .join('/'),
    );

type Place = Pick<Repository, 'fs' | 'gitdir' | 'root'> & { readonly config: Config };

export const coneFile = ({ gitdir }: Pick<Repository, 'gitdir'>): string => `${gitdir}/info/sparse-checkout`;

/** What is checked out; undefined where all is. */
export async function sparseCone(place: Place): Promise<SparseCone | undefined> {
  if (place.config.boolean('core.sparseCheckout') !== true) return undefined;
  const lines = ((await readGitText(place.fs, coneFile(place))) ?? '').split('\n');
  return new SparseCone(
    lines.flatMap((line, at) => {
      const folder = /^\/(.+)\/$/.exec(line)?.[1];
      return folder === undefined || lines[at + 1] === `!/${folder}/*/` ? [] : [folder];
    }),
  );
}

/** Has the index know which files are not there because they are not wanted. */
export async function markSparse(place: Place, index: GitIndex): Promise<void> {
  const cone = await sparseCone(place);
  if (!cone) return;
  for (const entry of index.all())
    if (entry.stage === 0 && !entry.skipWorktree && !cone.holds(entry.path))
      if (!(await lookAt(place.fs, `${place.root}/${entry.path}`))) index.set({ ...entry, skipWorktree: true });
}
