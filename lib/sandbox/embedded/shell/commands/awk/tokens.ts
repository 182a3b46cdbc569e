import { CommandFailure } from '../context';

export type TokenType =
  | 'newline'
  | 'number'
  | 'string'
  | 'regexp'
  | 'name'
  | 'call'
  | 'builtin'
  | 'word'
  | 'sign'
  | 'end';

export interface Token {
  type: TokenType;
  /** For strings and regular expressions, the text without quotes or slashes. */
  text: string;
  line: number;
}

const WORDS = new Set(
  'BEGIN END function func if else while for do break continue next nextfile exit return delete in getline print printf'.split(
    ' ',
  ),
);

const BUILTINS: ReadonlySet<string> = new Set(
  (
    'length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand ' +
    'tolower toupper system close fflush strftime systime mktime'
  ).split(' '),
);

const SIGNS = /^(?:\+\+|--|\+=|-=|\*=|\/=|%=|\^=|==|<=|>=|!=|!~|&&|\|\||>>|[-{}()[\];,+*/%^!<>|?:~$=])/;

/** Whether `/` after this token divides rather than starting a regular expression. */
const ends = ({ type, text }: Token): boolean =>
  ['number', 'string', 'regexp', 'name', 'builtin'].includes(type) || [')', ']', '$', '++', '--'].includes(text);

/** The tokens of a program; a backslash joins a line with the next. Throws `CommandFailure`. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let at = 0;
  const take = (type: TokenType, text: string, length: number): void => {
    tokens.push({ type, text, line });
    at += length;
  };
  while (at < source.length) {
    const rest = source.slice(at, at + 400);
    const skipped = /^(?:[ \t\r\f]+|\\\r?\n|#[^\n]*)/.exec(rest)?.[0];
    const last = tokens.at(-1);
    if (skipped !== undefined) {
      if (skipped.startsWith('\\')) line += 1;
      at += skipped.length;
      continue;
    }
    const number = /^(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/.exec(rest)?.[0];
    const name = /^[A-Za-z_]\w*/.exec(source.slice(at, at + 4096))?.[0];
    if (rest.startsWith('\n')) {
      take('newline', '\n', 1);
      line += 1;
    } else if (number !== undefined) take('number', number, number.length);
    else if (name !== undefined) {
      const called = source[at + name.length] === '(';
      take(WORDS.has(name) ? 'word' : BUILTINS.has(name) ? 'builtin' : called ? 'call' : 'name', name, name.length);
    } else if (rest.startsWith('"')) {
      const length = stringLength(source, at, line);
      take('string', unescapeString(source.slice(at + 1, at + length - 1)), length);
    } else if (rest.startsWith('/') && !(last && ends(last))) {
      const length = regexpLength(source, at, line);
      take('regexp', source.slice(at + 1, at + length - 1).replaceAll('\\/', '/'), length);
    } else {
      const sign = SIGNS.exec(rest)?.[0];
      if (sign === undefined) throw new CommandFailure(`line ${line}: unexpected character '${rest.charAt(0)}'`, 2);
      take('sign', sign, sign.length);
    }
  }
  tokens.push({ type: 'newline', text: '\n', line }, { type: 'end', text: 'end of file', line });
  return tokens;
}

function stringLength(source: string, from: number, line: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '"') return at + 1 - from;
    else if (source[at] === '\n') break;
  }
  throw new CommandFailure(`line ${line}: runaway string constant ${source.slice(from, from + 10)} ...`, 2);
}

function regexpLength(source: string, from: number, line: number): number {
  let set = false;
  for (let at = from + 1; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === '\n') break;
    if (char === '\\') at += 1;
    else if (set) set = char !== ']';
    else if (char === '/') return at + 1 - from;
    else if (char === '[') {
      set = true;
      if (source[at + 1] === '^') at += 1;
      if (source[at + 1] === ']') at += 1;
    }
  }
  throw new CommandFailure(`line ${line}: runaway regular expression ${source.slice(from, from + 10)} ...`, 2);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Resolves awk's escapes in a text; unknown ones keep their backslash. */
export const unescapeString = (text: string): string =>
  text.replaceAll(/\\(?:[0-7]{1,3}|x[\da-fA-F]{1,2}|\n|[^])/g, (all) => {
    if (all === '\\\n') return '';
    return ESCAPES[all.slice(1)] ?? numberedCharacter(all) ?? all;
  });

/** The character for an escape such as `\033` or `\x1b`; undefined for others. */
export function numberedCharacter(escape: string): string | undefined {
  const [, octal, hex] = /^\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2}))$/.exec(escape) ?? [];
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
  return hex === undefined ? undefined : String.fromCharCode(Number.parseInt(hex, 16));
}
