/** The characters of POSIX's classes, as they stand in a bracket. */
export const CHARACTER_CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
};

/** Where the bracket that begins at a place ends; the length of the pattern or more if it does not. */
export function bracketEnd(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '^') at++;
  if (pattern[at] === ']') at++;
  while (at < pattern.length && pattern[at] !== ']')
    at = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at) + 2 : at + 1;
  return at;
}
