import type { PatternToken } from '@/lib/schema/patterns/tokens';

/** Changes the expression so that no match extends over a line end. */
export const lineTokens = (tokens: readonly PatternToken[]): PatternToken[] => tokens.map(inLine);

const NO_LINE_END: Readonly<Record<string, string>> = { '\\s': '[^\\S\\n]', '\\W': '[^\\w\\n]', '\\D': '[^\\d\\n]' };

function inLine(token: PatternToken): PatternToken {
  const { kind, text } = token;
  if (kind === 'escape') {
    const known = NO_LINE_END[text];
    if (known !== undefined) return { kind: 'class', text: known };
    return /^\\[pP]/.test(text) ? withoutLineEnd(token) : token;
  }
  if (kind !== 'class') return token;
  if (text === '[^]') return { kind, text: '[^\\n]' };
  if (text.startsWith('[^')) return { kind, text: `[^\\n${text.slice(2)}` };
  return mayBeLineEnd(text) ? withoutLineEnd(token) : token;
}

const withoutLineEnd = ({ text }: PatternToken): PatternToken => ({ kind: 'class', text: `(?:(?!\\n)${text})` });

/** Whether a class may contain a line end: in one of its classes, or in a range that begins with a control character. */
const mayBeLineEnd = (text: string): boolean => /\\[sWDPpnxuc]|[^!-\uffff]-|\\[0tbf]-/.test(text);

const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}';
const UNICODE: Readonly<Record<string, string>> = {
  '\\w': `[${WORD}]`,
  '\\W': `[^${WORD}]`,
  '\\d': '\\p{Nd}',
  '\\D': '\\P{Nd}',
  '\\b': `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`,
  '\\B': `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`,
};

/** Rewrites the expression for the flag `u`, with the letters and digits of all languages. */
export const unicodeTokens = (tokens: readonly PatternToken[]): PatternToken[] =>
  tokens.map((token) => {
    const { kind, text } = token;
    if (kind === 'char' && /[{}\]]/.test(text)) return { kind, text: `\\${text}` };
    if (kind === 'escape') return { kind, text: UNICODE[text] ?? plainEscape(text) };
    return kind === 'class' ? { kind, text: classInUnicode(text) } : token;
  });

/** `\-` and the like are not valid escapes with the flag `u`. */
const plainEscape = (text: string): string => (/^\\[^\w^$\\.*+?()[\]{}|/]$/u.test(text) ? text.slice(1) : text);

function classInUnicode(text: string): string {
  const inside = text.replaceAll(/\\w|\\d|\\[^]/gu, (piece) => {
    if (piece === '\\w') return WORD;
    if (piece === '\\d') return '\\p{Nd}';
    return piece === '\\-' ? piece : plainEscape(piece);
  });
  return inside.replaceAll('[\\n', '[\\n');
}
