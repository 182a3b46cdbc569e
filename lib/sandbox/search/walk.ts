import { IgnoreRules } from './ignore-rules';
import type { SearchSource } from './source';

/** Files below a folder in path order; `.git` and what `.gitignore` names are left out, links are not followed. */
export function* walkFiles(source: SearchSource, folder: string, hidden: boolean): Generator<string> {
  yield* below(source, folder === '/' ? '' : folder, IgnoreRules.at(source, folder), hidden);
}

function* below(source: SearchSource, folder: string, rules: IgnoreRules, hidden: boolean): Generator<string> {
  const entries = [...source.list(folder || '/')].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, type } of entries) {
    const path = `${folder}/${name}`;
    if (name === '.git' || (!hidden && name.startsWith('.')) || rules.ignores(path, type === 'directory')) continue;
    if (type === 'file') yield path;
    else if (type === 'directory') yield* below(source, path, rules.enter(source, path), hidden);
  }
}
