import type { PatternToken } from './tokens';

/** `^(?=a)(?!b)c` as three expressions without look-ahead: it matches what `^(?:a)` and `^c` match and `^(?:b)` does not. */
export interface Parts {
  wanted: string[];
  unwanted: string[];
}

/** Takes the look-aheads off the beginning of an anchored expression; undefined if it has none there. */
export function splitLookAheads(tokens: readonly PatternToken[]): Parts | undefined {
  if (tokens[0]?.kind !== 'start' || hasTopLevelChoice(tokens)) return undefined;
  const parts: Parts = { wanted: [], unwanted: [] };
  let at = 1;
  for (;;) {
    const open = tokens[at];
    if (open?.text !== '(?=' && open?.text !== '(?!') break;
    const end = closing(tokens, at);
    if (tokens[end + 1]?.kind === 'quantifier') return undefined;
    const body = `^(?:${textOf(tokens.slice(at + 1, end))})`;
    (open.text === '(?=' ? parts.wanted : parts.unwanted).push(body);
    at = end + 1;
  }
  if (at === 1) return undefined;
  parts.wanted.push(`^${textOf(tokens.slice(at))}`);
  return parts;
}

const textOf = (tokens: readonly PatternToken[]): string => tokens.map(({ text }) => text).join('');

function closing(tokens: readonly PatternToken[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const kind = tokens[at]?.kind;
    if (kind === 'open') depth++;
    else if (kind === 'close' && --depth === 0) return at;
  }
  return tokens.length;
}

function hasTopLevelChoice(tokens: readonly PatternToken[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth++;
    else if (token.kind === 'close') depth--;
    else if (token.kind === 'or' && depth === 0) return true;
  }
  return false;
}
