/** A value as `printf %q` writes it, so that it can be read back. */
export function quoteWord(text: string): string {
  if (text === '') return "''";
  if (isControlled(text)) return ansiQuote(text);
  return text.replaceAll(/[\s!"#$&'()*;<=>?[\\\]^`{|}~,]/g, (char, at: number) =>
    isPlain(char, text[at - 1]) ? char : `\\${char}`,
  );
}

/** Whether a character needs no backslash. A tilde needs one where an assignment would expand it. */
const isPlain = (char: string, before: string | undefined): boolean =>
  char === '=' ||
  char === '\t' ||
  (before !== undefined && (char === '#' || (char === '~' && before !== '=' && before !== ':')));

/** A value as `${x@Q}` and `set` write it. */
export const singleQuote = (text: string): string => (isControlled(text) ? ansiQuote(text) : plainQuote(text));

/** A value as `trap -p` writes it: in single quotes, whatever it holds. */
export const plainQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A value as `declare -p` writes it. */
export function doubleQuote(text: string): string {
  if (isControlled(text)) return ansiQuote(text);
  return `"${text.replaceAll(/[\\"$`]/g, String.raw`\$&`)}"`;
}

/** A word as `set -x` shows it. */
export function traceWord(text: string): string {
  if (text === '') return "''";
  if (/^[\w@%+=:,./^-][\w@%+=:,./^#-]*$/.test(text)) return text;
  // Only what nothing else makes it quote is written by name.
  return /[ \t\n'"\\|&;()<>!{}*[?\]$`]/.test(text) ? plainQuote(text) : singleQuote(text);
}

// oxlint-disable-next-line no-control-regex
const isControlled = (text: string): boolean => /[\x00-\x1f\x7f\udc80-\udcff](?<![\ud800-\udbff].)/.test(text);

const NAMED: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\x1b': '\\E',
  "'": "\\'",
  '\\': '\\\\',
};

function ansiQuote(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const inner = text.replaceAll(/[\x00-\x1f\x7f'\\]/g, (char) => NAMED[char] ?? octal(char.charCodeAt(0)));
  return `$'${inner.replaceAll(/(?<![\ud800-\udbff])[\udc80-\udcff]/g, (char) => octal(char.charCodeAt(0) & 0xff))}'`;
}

const octal = (code: number): string => `\\${code.toString(8).padStart(3, '0')}`;
