import { IgnoreRules } from './ignore-rules';
import type { Override } from './overrides';
import type { SearchSource } from './source';

/** What a walk goes by beside the files of rules. Paths are relative to the folder it starts from. */
export interface WalkOptions {
  /** Files whose name begins with a dot, and folders. */
  readonly hidden: boolean;
  readonly override?: Override | undefined;
  /** Whether a file is of the wanted kind. */
  readonly ofType?: ((name: string) => boolean) | undefined;
}

/** Files below a folder in path order, in ripgrep's order of rules; `.git` is left out, links are not followed. */
export function* walkFiles(source: SearchSource, folder: string, options: WalkOptions): Generator<string> {
  const root = folder === '/' ? '' : folder;
  yield* below(source, root, IgnoreRules.at(source, folder), options, root.length + 1);
}

function* below(
  source: SearchSource,
  folder: string,
  rules: IgnoreRules,
  options: WalkOptions,
  prefix: number,
): Generator<string> {
  const entries = source.list(folder || '/');
  for (const { name, type } of sorted(entries)) {
    const path = `${folder}/${name}`;
    const isFolder = type === 'directory';
    if (name === '.git' || type === 'symlink' || !isWanted(path, name, isFolder, rules, options, prefix)) continue;
    if (!isFolder) yield path;
    else {
      const names = new Set(source.list(path).map((entry) => entry.name));
      yield* below(source, path, rules.enter(source, path, names), options, prefix);
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
  { hidden, override, ofType }: WalkOptions,
  prefix: number,
): boolean {
  const said = override?.(path.slice(prefix), isFolder);
  if (said !== undefined) return said === 'keep';
  const verdict = rules.judge(path, isFolder);
  if (verdict === 'ignore') return false;
  if (ofType && !isFolder) return ofType(name);
  return verdict === 'keep' || hidden || !name.startsWith('.');
}
