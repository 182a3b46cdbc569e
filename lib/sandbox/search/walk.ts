import { IgnoreRules, type RuleFiles } from './ignore-rules';
import type { Override } from './overrides';
import type { SearchSource } from './source';

/** What decides which files a walk yields, besides ignore files. */
export interface WalkOptions {
  /** Include files and folders whose name begins with a dot. */
  readonly hidden: boolean;
  /** Include `.git`, if hidden folders are included. */
  readonly vcs?: boolean;
  readonly rules?: RuleFiles;
  /** Called with paths relative to `base`; default the start folder. */
  readonly override?: Override | undefined;
  readonly base?: string;
  /** Whether a file's type is wanted; undefined leaves the decision to the other rules. */
  readonly ofType?: ((name: string) => boolean | undefined) | undefined;
  /** Maximum number of levels below the start folder. */
  readonly maxDepth?: number;
}

/** Files below a folder in path order, with ripgrep's precedence of rules. Symbolic links are not followed. */
export function* walkFiles(source: SearchSource, folder: string, options: WalkOptions): Generator<string> {
  const root = folder === '/' ? '' : folder;
  yield* below(source, root, IgnoreRules.at(source, folder, options.rules), { base: folder, ...options }, 1);
}

type Walk = WalkOptions & { readonly base: string };

function* below(
  source: SearchSource,
  folder: string,
  rules: IgnoreRules,
  options: Walk,
  depth: number,
): Generator<string> {
  if (depth > (options.maxDepth ?? Infinity)) return;
  for (const { name, type } of sorted(source.list(folder || '/'))) {
    const path = `${folder}/${name}`;
    const isFolder = type === 'directory';
    if ((name === '.git' && !options.vcs) || type === 'symlink') continue;
    if (!isWanted(path, name, isFolder, rules, options)) continue;
    if (!isFolder) yield path;
    else {
      const names = new Set(source.list(path).map((entry) => entry.name));
      yield* below(source, path, rules.enter(source, path, names), options, depth + 1);
    }
  }
}

const sorted = <T extends { name: string }>(entries: readonly T[]): readonly T[] =>
  entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));

function isWanted(
  path: string,
  name: string,
  isFolder: boolean,
  rules: IgnoreRules,
  { hidden, override, base, ofType }: Walk,
): boolean {
  const said = override?.(relativeTo(base, path), isFolder);
  if (said !== undefined) return said === 'keep';
  const verdict = rules.judge(path, isFolder);
  if (verdict === 'ignore') return false;
  const typed = isFolder ? undefined : ofType?.(name);
  return typed ?? (verdict === 'keep' || hidden || !name.startsWith('.'));
}

const relativeTo = (base: string, path: string): string =>
  path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path.slice(1);
