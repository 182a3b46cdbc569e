import { rangeOf, type PatternToken } from '@/lib/schema/patterns/tokens';

/** A text that every match contains, and whether it is the whole expression. */
export interface RequiredLiteral {
  readonly text: string;
  readonly whole: boolean;
}

/** The longest run of plain characters that every match must contain; undefined if there is none. */
export function requiredLiteral(tokens: readonly PatternToken[]): RequiredLiteral | undefined {
  let depth = 0;
  let best = '';
  let run = '';
  const close = (): void => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (const [index, token] of tokens.entries()) {
    const { kind } = token;
    if (kind === 'open') depth++;
    else if (kind === 'close') depth--;
    else if (kind === 'or' && depth === 0) return undefined;
    const letter = depth === 0 && kind !== 'close' ? letterOf(token) : undefined;
    const next = tokens[index + 1];
    const repeat = next?.kind === 'quantifier' ? rangeOf(next.text) : undefined;
    if (letter === undefined || repeat?.least === 0) {
      if (kind !== 'quantifier' || run === '') close();
      continue;
    }
    run += letter;
    if (repeat) close();
  }
  close();
  if (best === '') return undefined;
  return { text: best, whole: tokens.every((token) => letterOf(token) !== undefined) };
}

/** The character that a token stands for, if it is a single one of ASCII. */
function letterOf({ kind, text }: PatternToken): string | undefined {
  if (kind === 'char') return text <= '\u007f' ? text : undefined;
  if (kind !== 'escape') return undefined;
  return /^\\[^\w\s]$/.test(text) && text <= '\\\u007f' ? text.slice(1) : undefined;
}
