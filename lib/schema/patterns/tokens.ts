/** One piece of a regular expression that is known to be valid. */
export interface PatternToken {
  kind: 'open' | 'close' | 'or' | 'quantifier' | 'class' | 'escape' | 'dot' | 'start' | 'end' | 'char';
  text: string;
}

const PIECES: readonly [PatternToken['kind'], RegExp][] = [
  ['escape', /\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|p\{[^}]*\}|k<[^>]*>|[1-9]\d*|[^])/iuy],
  ['class', /\[(?:\\[^]|[^\]\\])*\]/uy],
  ['open', /\((?:\?(?:<[=!]|[=!:]|<[^>]*>|[a-z-]*:))?/uy],
  ['close', /\)/uy],
  ['or', /\|/uy],
  ['quantifier', /(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy],
  ['dot', /\./uy],
  ['start', /\^/uy],
  ['end', /\$/uy],
  ['char', /[^]/uy],
];

/** The pieces of a regular expression, in order. */
export function tokenize(source: string): PatternToken[] {
  const tokens: PatternToken[] = [];
  let at = 0;
  while (at < source.length) {
    for (const [kind, piece] of PIECES) {
      piece.lastIndex = at;
      const text = piece.exec(source)?.[0];
      if (text === undefined) continue;
      tokens.push({ kind, text });
      at += text.length;
      break;
    }
  }
  return tokens;
}

/** What a quantifier allows: `{2,5}` is 2 to 5. */
export function rangeOf(quantifier: string): { least: number; most: number } {
  const sign = quantifier[0];
  if (sign === '*') return { least: 0, most: Infinity };
  if (sign === '+') return { least: 1, most: Infinity };
  if (sign === '?') return { least: 0, most: 1 };
  const [least = 0, most] = quantifier.replace(/[{}?]/g, '').split(',');
  return { least: Number(least), most: most === undefined ? Number(least) : most === '' ? Infinity : Number(most) };
}

export const isLookAround = (token: PatternToken): boolean => token.kind === 'open' && /^\(\?<?[=!]/.test(token.text);
export const isBackReference = (token: PatternToken): boolean =>
  token.kind === 'escape' && /^\\(?:[1-9]|k<)/.test(token.text);
