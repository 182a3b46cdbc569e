const SPACES = String.raw` \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000`;
const GRAPH = String.raw`\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf}\p{Co}\u00a0\u2007\u202f`;

/** The characters of each class, as they stand in a bracket of JavaScript's. */
export type CharacterClasses = Readonly<Record<string, string>>;

/** POSIX's classes in the locale C.UTF-8; for expressions with the flag `u`. */
export const CHARACTER_CLASSES: CharacterClasses = {
  alnum: String.raw`\p{Alphabetic}\p{Nd}`,
  alpha: String.raw`\p{Alphabetic}`,
  blank: String.raw`\t${SPACES}`,
  cntrl: String.raw`\x00-\x1f\x7f-\x9f\u2028\u2029`,
  digit: '0-9',
  graph: GRAPH,
  lower: String.raw`\p{Ll}`,
  print: String.raw`${GRAPH}\p{Zs}`,
  punct: String.raw`\p{P}\p{S}\p{No}`,
  space: String.raw`\t-\r\u2028\u2029${SPACES}`,
  upper: String.raw`\p{Lu}`,
  xdigit: '0-9A-Fa-f',
};

/** POSIX's classes in the locale C, where a character is a byte. */
export const BYTE_CLASSES: CharacterClasses = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: String.raw`\t `,
  cntrl: String.raw`\x00-\x1f\x7f`,
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: String.raw`\t-\r `,
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

/** A character of a word, and one of none; for expressions with the flag `u`. */
export const WORD = `[${CHARACTER_CLASSES.alnum}_]`;
export const NO_WORD = `[^${CHARACTER_CLASSES.alnum}_]`;

/** Where a word begins or ends, and where none does: JavaScript's `\b` knows the words of ASCII only. */
export const BOUNDARY = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
export const NO_BOUNDARY = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;

/** A regular expression that matches only this text. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
