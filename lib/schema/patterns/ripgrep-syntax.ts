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

/** An expression in ECMAScript's words, and the flags that stood in it. */
export interface EcmaPattern {
  readonly source: string;
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
}

/**
 * What ripgrep's expressions have and ECMAScript's do not: flags at the beginning, `(?P<name>`, POSIX classes, `\A`, `\z`, and
 * `\<`, `\>` for the ends of a word. Everything else is taken as it is.
 */
export function fromRipgrep(pattern: string): EcmaPattern {
  const flags = /^\(\?([ismu]+)\)/.exec(pattern);
  const source = pattern
    .slice(flags?.[0].length ?? 0)
    .replaceAll(/\\[pP][A-Z]|\\[^]|\(\?P<|\[:(\w+):\]/g, (piece: string, name: string | undefined) => {
      if (name !== undefined) return POSIX[name] ?? piece;
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

/** Why a text is no such expression; undefined if it is one. */
export function ripgrepIssue(pattern: string): string | undefined {
  try {
    // oxlint-disable-next-line no-new -- only whether it can be made counts
    new RegExp(fromRipgrep(pattern).source);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
