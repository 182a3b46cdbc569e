import { ownValue } from '@/lib/protocol/own-value';
import { messageOf } from '@/lib/protocol/message-of';

/** Named classes of POSIX, as the body of a class. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: '\\t ',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** An expression in ECMAScript syntax, and the flags found in it. */
interface EcmaPattern {
  readonly source: string;
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
}

/**
 * Translates what ripgrep's syntax has and ECMAScript's lacks: leading flags, `(?P<name>`, POSIX classes, `\A`, `\z`, and `\<`,
 * `\>` for word boundaries. Everything else is left as it is.
 */
export function fromRipgrep(pattern: string): EcmaPattern {
  const flags = /^\(\?([ismu]+)\)/.exec(pattern);
  const source = pattern
    .slice(flags?.[0].length ?? 0)
    .replaceAll(/\\[pP][A-Z]|\\[^]|\(\?P<|\[:(\w+):\]/g, (piece: string, name: string | undefined) => {
      if (name !== undefined) return ownValue(POSIX, name) ?? piece;
      return WORDS[piece] ?? piece.replace(/^(\\[pP])([A-Z])$/, '$1{$2}');
    });
  return { source, ignoreCase: flags?.[1]?.includes('i') ?? false, dotAll: flags?.[1]?.includes('s') ?? false };
}

const WORDS: Readonly<Record<string, string>> = {
  '(?P<': '(?<',
  '\\A': '(?<![^])',
  '\\z': '(?![^])',
  '\\<': '\\b(?=\\w)',
  '\\>': '\\b(?<=\\w)',
};

/** Why a text is not a valid expression; undefined if it is one. */
export function ripgrepIssue(pattern: string): string | undefined {
  try {
    // oxlint-disable-next-line no-new -- only whether the constructor throws matters
    new RegExp(fromRipgrep(pattern).source);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
