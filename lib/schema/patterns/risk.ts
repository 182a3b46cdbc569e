import { isBackReference, rangeOf, type PatternToken } from './tokens';

/**
 * The most ways a backtracking engine may try on a text of a given length. Infinity if unbounded: something ambiguous is repeated
 * (`(a+)+`, `(x|x)*`), so each character doubles the number of ways.
 */
export function waysToTry(tokens: readonly PatternToken[]): (length: number) => number {
  const groups: Group[] = [{ varies: false, alternatives: 1 }];
  const choices: number[] = [];
  let powers = isAnchored(tokens) ? 0 : 1;
  let closed: Group | undefined;
  for (const token of tokens) {
    const group = groups.at(-1);
    const repeated = closed;
    closed = undefined;
    if (token.kind === 'open') groups.push({ varies: false, alternatives: 1 });
    else if (token.kind === 'close') {
      closed = groups.pop();
      choices.push(closed?.alternatives ?? 1);
      const outer = groups.at(-1);
      if (closed?.varies && outer) outer.varies = true;
    } else if (token.kind === 'or' && group) {
      group.varies = true;
      group.alternatives++;
    } else if (token.kind === 'quantifier') {
      const { least, most } = rangeOf(token.text);
      if (repeated?.varies && most > 1) return () => Infinity;
      if (most > least && group) group.varies = true;
      choices.push(most - least + 1);
    } else if (isBackReference(token)) powers++;
  }
  choices.push(groups[0]?.alternatives ?? 1);
  return (length) => choices.reduce((ways, most) => ways * Math.min(most, length + 1), (length + 1) ** powers);
}

interface Group {
  /** May match texts of different lengths or kinds. */
  varies: boolean;
  alternatives: number;
}

/** Whether a match can only start at the beginning of the text. */
function isAnchored(tokens: readonly PatternToken[]): boolean {
  let depth = 0;
  for (const { kind } of tokens) {
    if (kind === 'open') depth++;
    else if (kind === 'close') depth--;
    else if (kind === 'or' && depth === 0) return false;
  }
  return tokens[0]?.kind === 'start';
}
