import { GIT_COMMANDS } from './commands';

/** The commands on git's first page of help; if what was typed is the start of one, that one is suggested. */
const COMMON = new Set(
  'add bisect branch clone commit diff fetch grep init log merge mv pull push rebase reset restore rm show status switch tag'.split(
    ' ',
  ),
);
const OTHERS = ['hook', 'submodule', 'help', 'version', 'var', 'replace', 'fsck', 'prune', 'repack', 'whatchanged'];
/** At this distance or more, commands are not similar. */
const FAR = 7;

/** Suggests commands with similar names, as git does; empty if there are none. */
export function similarText(typed: string, aliases: readonly string[]): string {
  const names = [...new Set([...GIT_COMMANDS.keys(), ...OTHERS, ...aliases])].toSorted();
  const scored = names.map((name) => ({
    name,
    score: COMMON.has(name) && name.startsWith(typed) ? 0 : distance(typed, name) + 1,
  }));
  const prefixed = scored.filter(({ score }) => score === 0);
  const best = Math.min(...scored.filter(({ score }) => score > 0).map(({ score }) => score));
  if (best >= FAR) return '';
  const found = [...prefixed, ...scored.filter(({ score }) => score === best)];
  const head = found.length > 1 ? 'The most similar commands are' : 'The most similar command is';
  return `\n${head}\n${found.map(({ name }) => `\t${name}\n`).join('')}`;
}

/** Damerau-Levenshtein distance with git's weights: a swap costs 0, an extra letter 3, a wrong one 2, a missing one 1. */
function distance(from: string, to: string): number {
  let [older, before, row]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, at) => at), []];
  for (let i = 0; i < from.length; i += 1) {
    row = [(i + 1) * 3];
    for (let j = 0; j < to.length; j += 1) {
      let least = (before?.[j] ?? 0) + (from[i] === to[j] ? 0 : 2);
      if (i > 0 && j > 0 && from[i - 1] === to[j] && from[i] === to[j - 1])
        least = Math.min(least, older?.[j - 1] ?? 0);
      least = Math.min(least, (before?.[j + 1] ?? 0) + 3, (row[j] ?? 0) + 1);
      row.push(least);
    }
    [older, before] = [before, row];
  }
  return before?.[to.length] ?? 0;
}
