import ignore from 'ignore';
import { lookAt, readGitText } from '../../git-fs';
import type { Repository } from '../../repository';
import { comparePaths } from '../../store/bytes';
import type { GitIndex } from '../../store/index-file';
import type { Config } from './config';

/** Which files are checked out. */
export interface Sparsity {
  /** What `sparse-checkout list` prints. */
  readonly folders: readonly string[];
  holds(path: string): boolean;
  /** The text of `info/sparse-checkout`. */
  toString(): string;
}

/** Without cones: what is checked out matches patterns as in `.gitignore`. */
export class SparsePatterns implements Sparsity {
  private readonly rules;

  constructor(readonly folders: readonly string[]) {
    this.rules = folders
      .map((line) => ({
        holds: !line.startsWith('!'),
        rule: ignore({ ignorecase: false }).add(line.replace(/^!/, '')),
      }))
      .toReversed();
  }

  /** The last pattern for a file decides; where there is none, that for the folder that it is in. */
  holds(path: string): boolean {
    const above = path.replace(/[^/]*\/?$/, '');
    const own = this.rules.find(({ rule }) => rule.ignores(path) && !(above !== '' && rule.ignores(above)));
    if (own) return own.holds;
    return above !== '' && this.holds(above);
  }

  toString(): string {
    return this.folders.map((line) => `${line}\n`).join('');
  }
}

/** Folders that are checked out completely; of their parent folders, only the files directly in them. */
export class SparseCone implements Sparsity {
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

/** What is checked out; undefined if everything is. */
export async function sparseCone(place: Place): Promise<Sparsity | undefined> {
  if (place.config.boolean('core.sparseCheckout') !== true) return undefined;
  return (await sparsityInFile(place)) ?? new SparseCone([]);
}

/** What the file says is checked out, even if it does not count now; undefined if there is no file. */
export async function sparsityInFile(
  place: Place,
  asCone = place.config.boolean('core.sparseCheckoutCone') !== false,
): Promise<Sparsity | undefined> {
  const text = await readGitText(place.fs, coneFile(place));
  if (text === undefined) return undefined;
  const lines = text.split('\n').filter((line) => line !== '');
  // Lines of which no cone is made are patterns after all.
  if (!asCone || !lines.every((line) => /^(?:!?\/\*\/?|!?\/.+\/|!\/.+\/\*\/)$/.test(line)))
    return new SparsePatterns(lines);
  return new SparseCone(
    lines.flatMap((line, at) => {
      const folder = /^\/(.+)\/$/.exec(line)?.[1];
      return folder === undefined || lines[at + 1] === `!/${folder}/*/` ? [] : [folder];
    }),
  );
}

/** What git prints about paths that are not checked out, which a command leaves alone. */
export const outsideText = (paths: readonly string[]): string =>
  `The following paths and/or pathspecs matched paths that exist\noutside of your sparse-checkout definition, so will not be\nupdated in the index:\n${paths.map((path) => `${path}\n`).join('')}hint: If you intend to update such entries, try one of the following:\nhint: * Use the --sparse option.\nhint: * Disable or modify the sparsity rules.\nhint: Disable this message with "git config advice.updateSparsePath false"\n`;

/** In a sparse checkout, a file that is there after all is one like any other: its changes count. */
export async function unmarkPresent({ fs, root, config }: Place, index: GitIndex): Promise<void> {
  if (config.boolean('core.sparseCheckout') !== true || config.boolean('sparse.expectFilesOutsideOfPatterns') === true)
    return;
  for (const { skipWorktree, ...entry } of index.all())
    if (skipWorktree && (await lookAt(fs, `${root}/${entry.path}`))) index.set(entry);
}

/** Marks the index entries of files that are not checked out. */
export async function markSparse(place: Place, index: GitIndex): Promise<void> {
  const cone = await sparseCone(place);
  if (!cone) return;
  for (const entry of index.all())
    if (entry.stage === 0 && !entry.skipWorktree && !cone.holds(entry.path))
      if (!(await lookAt(place.fs, `${place.root}/${entry.path}`))) index.set({ ...entry, skipWorktree: true });
}
