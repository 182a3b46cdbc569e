import { translateBracket } from './bracket';
import {
  BOUNDARY,
  BYTE_CLASSES,
  CHARACTER_CLASSES,
  escapeRegExp,
  NO_BOUNDARY,
  NO_WORD,
  WORD,
  type CharacterClasses,
} from './classes';
import { longestRegExp } from './longest-match';

/** What a syntax takes for an operator, and what it refuses. */
interface Rules {
  /** Whether `( ) { } + ? |` are operators with a backslash, not without. */
  readonly basic: boolean;
  /** Whether it has GNU's `\w \b \<` and the like, and in basic expressions `\+ \? \|`. */
  readonly gnu: boolean;
  /** What a repetition of nothing is, as in `a|*b`: wrong, of no effect, or plain text. */
  readonly ofNothing: 'wrong' | 'none' | 'text';
  /** Whether `*` and intervals may follow a repetition. */
  readonly again: boolean;
  /** Whether `{` is plain text where no interval begins. */
  readonly openBrace: boolean;
  /** Whether `)` is plain text where it closes nothing. */
  readonly closing: boolean;
  /** Whether `[:alpha:]`, without other brackets around it, is a set of letters and not a mistake. */
  readonly bareClass: boolean;
}

const BASIC: Rules = {
  basic: true,
  gnu: true,
  ofNothing: 'text',
  again: false,
  openBrace: false,
  closing: false,
  bareClass: true,
};
const EXTENDED: Rules = {
  basic: false,
  gnu: true,
  ofNothing: 'wrong',
  again: true,
  openBrace: false,
  closing: true,
  bareClass: true,
};

/** `basic` and `extended` are those of `regcomp`; `grep` and `egrep` forgive more, `sed -E` less; the others lack what is GNU's own. */
const SYNTAXES = {
  basic: BASIC,
  extended: EXTENDED,
  grep: { ...BASIC, again: true, bareClass: false },
  egrep: { ...EXTENDED, ofNothing: 'none', openBrace: true, bareClass: false },
  sed: { ...BASIC, bareClass: false },
  'sed -E': { ...EXTENDED, closing: false, bareClass: false },
  'posix basic': { ...BASIC, gnu: false },
  'posix extended': { ...EXTENDED, gnu: false },
} satisfies Record<string, Rules>;

export type PosixSyntax = keyof typeof SYNTAXES;

const compiled = new Map<string, RegExp>();

/**
 * A POSIX regular expression as one of JavaScript's, which finds the longest match. With the flag `m`, `^` and `$` match at each line,
 * and `.` and negated brackets no newline, as with `REG_NEWLINE`. Throws `SyntaxError` with GNU's message.
 */
export function posixRegExp(source: string, flags = '', syntax: PosixSyntax = 'extended'): RegExp {
  const key = `${syntax}${flags}/${source}`;
  const known = compiled.get(key);
  if (known) {
    known.lastIndex = 0;
    return known;
  }
  if (compiled.size > 1000) compiled.clear();
  const text = new Translation(source, SYNTAXES[syntax], CHARACTER_CLASSES, flags.includes('m')).whole();
  const made = longestRegExp(text, `us${flags}`);
  compiled.set(key, made);
  return made;
}

/** The source of an extended expression over bytes, without the flag `u`. Throws `SyntaxError`. */
export const posixByteSource = (source: string): string =>
  new Translation(source, EXTENDED, BYTE_CLASSES, false).whole();

type Token =
  | { readonly kind: 'end' | 'or' | 'open' | 'close' | 'any' | 'bracket'; readonly length: number }
  | { readonly kind: 'char' | 'group'; readonly length: number; readonly char: string }
  | { readonly kind: 'repeat' | 'interval'; readonly length: number; readonly char: string }
  /** Something of JavaScript's that can be repeated, or that matches a place. */
  | { readonly kind: 'atom' | 'anchor'; readonly length: number; readonly text: string };

const OPERATORS = new Map<string, 'open' | 'close' | 'interval' | 'or' | 'repeat'>([
  ['(', 'open'],
  [')', 'close'],
  ['{', 'interval'],
  ['|', 'or'],
  ['+', 'repeat'],
  ['?', 'repeat'],
]);

/** The most that an interval may repeat. */
const MOST = 32_767;

class Translation {
  private at = 0;
  private groups = 0;
  /** The groups that may be referred to here. */
  private closed: ReadonlySet<string> = new Set();
  /** Whether nothing stands before that could be repeated. */
  private begins = true;
  /** Whether `^` is an anchor here, in a basic expression, too. */
  private opens = true;

  constructor(
    private readonly source: string,
    private readonly rules: Rules,
    private readonly classes: CharacterClasses,
    private readonly lines: boolean,
  ) {}

  whole(): string {
    return this.either(0);
  }

  /** Alternatives: none may refer back to a group of another. */
  private either(depth: number): string {
    const before = new Set(this.closed);
    const all = new Set(before);
    let out = '';
    for (;;) {
      out += this.branch(depth);
      for (const name of this.closed) all.add(name);
      const next = this.peek();
      if (next.kind !== 'or') break;
      this.at += next.length;
      this.closed = new Set(before);
      out += '|';
    }
    this.closed = all;
    return out;
  }

  private branch(depth: number): string {
    this.begins = true;
    this.opens = true;
    for (let out = ''; ;) {
      const { kind } = this.peek();
      if (kind === 'end' || kind === 'or' || (kind === 'close' && depth > 0)) return out;
      out += this.expression(depth);
    }
  }

  private expression(depth: number): string {
    const token = this.peek();
    this.at += token.length;
    this.opens = false;
    if (token.kind === 'anchor') {
      this.begins = true;
      return token.text;
    }
    this.begins = false;
    const atom = this.atom(token, depth);
    return atom === '' ? '' : this.repeated(atom);
  }

  private atom(token: Token, depth: number): string {
    switch (token.kind) {
      case 'char':
        return escapeRegExp(token.char);
      case 'atom':
        return token.text;
      case 'any':
        return this.lines ? String.raw`[^\n]` : '.';
      case 'bracket': {
        const { text, end } = translateBracket(this.source, this.at, {
          classes: this.classes,
          lines: this.lines,
          bareClass: this.rules.bareClass,
        });
        this.at = end;
        return text;
      }
      case 'group':
        if (!this.closed.has(token.char)) throw new SyntaxError('Invalid back reference');
        return `(?:\\${token.char})`;
      case 'open':
        return this.group(depth);
      case 'close':
        if (!this.rules.closing) throw new SyntaxError(String.raw`Unmatched ) or \)`);
        return String.raw`\)`;
      case 'repeat':
        return this.nothing(token.char);
      default:
        return this.nothing('{');
    }
  }

  private group(depth: number): string {
    const name = String(++this.groups);
    const inner = this.either(depth + 1);
    const close = this.peek();
    if (close.kind !== 'close') throw new SyntaxError(String.raw`Unmatched ( or \(`);
    this.at += close.length;
    this.closed = new Set([...this.closed, name]);
    this.begins = false;
    return `(${inner})`;
  }

  /** A repetition before which there is nothing. */
  private nothing(operator: string): string {
    const { ofNothing, again } = this.rules;
    if (ofNothing === 'wrong' || (operator === '{' && !again))
      throw new SyntaxError('Invalid preceding regular expression');
    return ofNothing === 'text' ? escapeRegExp(operator) : '';
  }

  private repeated(atom: string): string {
    let out = atom;
    for (let times = 0; ; times += 1) {
      const next = this.peek();
      if (next.kind !== 'repeat' && next.kind !== 'interval') return out;
      if (times > 0 && !this.rules.again && (next.kind === 'interval' || next.char === '*'))
        throw new SyntaxError('Invalid preceding regular expression');
      this.at += next.length;
      const bounds = next.kind === 'interval' ? this.bounds() : next.char;
      out = `${times > 0 ? `(?:${out})` : out}${bounds}`;
    }
  }

  /** The numbers of an interval, as JavaScript writes them. */
  private bounds(): string {
    const rest = this.source.slice(this.at);
    const close = this.rules.basic ? String.raw`\}` : '}';
    const length = rest.indexOf(close);
    if (length < 0) throw new SyntaxError(String.raw`Unmatched \{`);
    const [, least = '', comma = '', most = ''] = /^(\d*)(,?)(\d*)$/.exec(rest.slice(0, length)) ?? [];
    if ((least === '' && comma === '') || (most !== '' && Number(most) < Number(least)))
      throw new SyntaxError(String.raw`Invalid content of \{\}`);
    if (Math.max(Number(least), Number(most)) > MOST) throw new SyntaxError('Regular expression too big');
    this.at += length + close.length;
    return `{${least || '0'}${comma}${most}}`;
  }

  private peek(): Token {
    const { source, at } = this;
    const code = source.codePointAt(at);
    if (code === undefined) return { kind: 'end', length: 0 };
    const char = String.fromCodePoint(code);
    const { length } = char;
    switch (char) {
      case '\\':
        return this.escaped();
      case '.':
        return { kind: 'any', length };
      case '[':
        return { kind: 'bracket', length };
      case '*':
        return { kind: 'repeat', length, char };
      case '^':
        return !this.rules.basic || this.opens ? { kind: 'anchor', length, text: '^' } : { kind: 'char', length, char };
      case '$':
        return this.endsAt(at + 1) ? { kind: 'anchor', length, text: '$' } : { kind: 'char', length, char };
      default:
        return this.rules.basic ? { kind: 'char', length, char } : this.operator(char, length);
    }
  }

  /** Whether `$` before this place is an anchor. */
  private endsAt(at: number): boolean {
    return !this.rules.basic || at >= this.source.length || /^\\[)|]/.test(this.source.slice(at));
  }

  private operator(char: string, length: number): Token {
    const { basic, gnu, openBrace } = this.rules;
    const kind = OPERATORS.get(char);
    if (kind === undefined || (basic && !gnu && /[+?|]/.test(char))) return { kind: 'char', length, char };
    const rest = this.source.slice(this.at);
    if (kind === 'interval' && openBrace && !this.begins && !/^\{\d*,?\d*\}/.test(rest))
      return { kind: 'char', length, char };
    return { kind, length, char };
  }

  private escaped(): Token {
    const code = this.source.codePointAt(this.at + 1);
    if (code === undefined) throw new SyntaxError('Trailing backslash');
    const char = String.fromCodePoint(code);
    const length = 1 + char.length;
    if (/[1-9]/.test(char)) return { kind: 'group', length, char };
    const text = this.rules.gnu ? (ANCHORS.get(char) ?? this.setOf(char)) : undefined;
    if (text !== undefined) return { kind: ANCHORS.has(char) ? 'anchor' : 'atom', length, text };
    return this.rules.basic ? this.operator(char, length) : { kind: 'char', length, char };
  }

  /** The set that GNU's `\w`, `\W`, `\s` or `\S` stands for. */
  private setOf(char: string): string | undefined {
    return { w: WORD, W: NO_WORD, s: `[${this.classes.space}]`, S: `[^${this.classes.space}]` }[char];
  }
}

/** GNU's own anchors. */
const ANCHORS = new Map([
  ['b', BOUNDARY],
  ['B', NO_BOUNDARY],
  ['<', `(?<!${WORD})(?=${WORD})`],
  ['>', `(?<=${WORD})(?!${WORD})`],
  ['`', '(?<![^])'],
  ["'", '(?![^])'],
]);
