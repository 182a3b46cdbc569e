import { longestRegExp } from './longest-match';

const CLASSES: Readonly<Record<string, string>> = {
  alnum: '\\p{L}\\p{N}',
  alpha: '\\p{L}',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e\\p{L}\\p{N}',
  lower: '\\p{Ll}',
  print: '\\x20-\\x7e\\p{L}\\p{N}',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: '\\p{Lu}',
  xdigit: '0-9A-Fa-f',
};

const compiled = new Map<string, RegExp>();

/** `grep -E` alone takes a repetition of nothing, as in `*a`, for nothing; `posix` has nothing of GNU's own. */
type Syntax = 'extended' | 'basic' | 'posix extended' | 'posix basic' | 'grep -E';

/**
 * Translates a POSIX regular expression, with GNU's `\w \b \< \+ \|`, to one of JavaScript's with the flag `u`. Throws
 * `SyntaxError` if it is invalid.
 */
export function posixRegExp(source: string, flags = '', syntax: Syntax = 'extended'): RegExp {
  const key = `${syntax}${flags}/${source}`;
  const known = compiled.get(key);
  if (known) {
    known.lastIndex = 0;
    return known;
  }
  if (compiled.size > 1000) compiled.clear();
  const made = longestRegExp(new Translation(source, syntax).all(), `u${flags.includes('s') ? '' : 's'}${flags}`);
  compiled.set(key, made);
  return made;
}

const ESCAPES: Readonly<Record<string, string>> = {
  w: '[\\p{L}\\p{N}_]',
  W: '[^\\p{L}\\p{N}_]',
  s: '\\s',
  S: '\\S',
  b: '\\b',
  B: '\\B',
  '<': '\\b(?=[\\p{L}\\p{N}_])',
  '>': '\\b(?<=[\\p{L}\\p{N}_])',
  '`': '(?<![^])',
  "'": '(?![^])',
};

class Translation {
  private at = 0;
  private out = '';
  private depth = 0;
  /** Whether the last thing written can be repeated. */
  private atom = false;

  private readonly basic: boolean;
  private readonly extended: boolean;
  private readonly posix: boolean;

  constructor(
    private readonly source: string,
    syntax: Syntax,
  ) {
    this.basic = syntax.endsWith('basic');
    this.extended = syntax.endsWith('extended');
    this.posix = syntax.startsWith('posix');
  }

  all(): string {
    while (this.at < this.source.length) this.next();
    if (this.depth > 0) throw new SyntaxError(this.basic ? 'Unmatched ( or \\(' : 'Unmatched ( or \\(');
    return this.out;
  }

  private next(): void {
    const char = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0);
    this.at += char.length;
    if (char === '\\') this.escape();
    else if (char === '[') this.bracket();
    else if (char === '.') this.put('.');
    else if (char === '*') this.repeat('*');
    else if (char === '^') this.start();
    else if (char === '$') this.end();
    else if (!this.basic && '+?'.includes(char)) this.repeat(char);
    else if (!this.basic && '(){}|'.includes(char)) this.special(char);
    else this.put(literal(char));
  }

  private put(piece: string): void {
    this.out += piece;
    this.atom = true;
  }

  private escape(): void {
    if (this.at >= this.source.length) throw new SyntaxError('Trailing backslash');
    const char = String.fromCodePoint(this.source.codePointAt(this.at) ?? 92);
    this.at += char.length;
    if (this.posix && (/[+?|]/.test(char) || char in ESCAPES)) return this.put(literal(char));
    if (this.basic && '(){}|'.includes(char)) return this.special(char);
    if (this.basic && '+?'.includes(char)) return this.repeat(char);
    if (/[1-9]/.test(char)) return this.put(`(?:\\${char})`);
    const known = ESCAPES[char];
    if (known === undefined) this.put(literal(char));
    else {
      this.out += known;
      this.atom = 'wWsS'.includes(char);
    }
  }

  private special(char: string): void {
    if (char === '(') {
      this.out += '(';
      this.depth += 1;
      this.atom = false;
    } else if (char === ')') {
      if (this.depth === 0) {
        if (this.basic) throw new SyntaxError('Unmatched ) or \\)');
        return this.put('\\)');
      }
      this.depth -= 1;
      this.put(')');
    } else if (char === '|') {
      this.out += '|';
      this.atom = false;
    } else if (char === '{') this.interval();
    else this.put('\\}');
  }

  private interval(): void {
    const rest = this.source.slice(this.at);
    const found = (this.basic ? /^(\d*)(,?)(\d*)\\\}/ : /^(\d*)(,?)(\d*)\}/).exec(rest);
    if (!found || (found[1] === '' && found[2] === '') || (this.basic && !this.atom)) {
      if (this.extended) {
        if (!this.atom) this.repeatNothing();
        throw new SyntaxError(rest.includes('}') ? 'Invalid content of \\{\\}' : 'Unmatched \\{');
      }
      if (this.basic && !found) throw new SyntaxError('Invalid content of \\{\\}');
      return this.put('\\{');
    }
    this.at += found[0].length;
    if (!this.atom) return this.repeatNothing();
    this.closeRepeated();
    this.out += `{${found[1] === '' ? '0' : (found[1] ?? '0')}${found[2] ?? ''}${found[3] ?? ''}}`;
  }

  private repeat(char: string): void {
    if (!this.atom) return this.basic ? this.put(`\\${char}`) : this.repeatNothing();
    this.closeRepeated();
    this.out += char;
  }

  /** JavaScript reads two repetitions in a row differently, or rejects them. */
  private closeRepeated(): void {
    if (/(?<!\\)[*+?}]$/.test(this.out) && !this.out.endsWith('\\}')) this.out = wrapLast(this.out);
  }

  private repeatNothing(): void {
    if ((this.begins() || /(?:^|[^\\])\^$/.test(this.out)) && this.extended)
      throw new SyntaxError('Invalid preceding regular expression');
  }

  /** Whether nothing stands before, in the expression or in this alternative of it. */
  private begins(): boolean {
    return this.out === '' || /(?:^|[^\\])(?:\(|\|)$/.test(this.out);
  }

  private start(): void {
    if (!this.basic || this.begins()) {
      this.out += '^';
      this.atom = false;
    } else this.put('\\^');
  }

  private end(): void {
    const rest = this.source.slice(this.at);
    const ends = rest === '' || (this.basic ? /^\\[)|]/.test(rest) : true);
    if (ends) {
      this.out += '$';
      this.atom = false;
    } else this.put('\\$');
  }

  private bracket(): void {
    const { source } = this;
    let { at } = this;
    const negated = source[at] === '^';
    if (negated) at += 1;
    let set = '';
    for (let first = true; ; first = false) {
      const rest = source.slice(at);
      if (rest === '') throw new SyntaxError('Unmatched [, [^, [:, [., or [=');
      if (rest.startsWith(']') && !first) break;
      const named = /^\[:(\w*):\]|^\[[.=]([^])[.=]\]/.exec(rest);
      if (named) {
        if (named[1] !== undefined && CLASSES[named[1]] === undefined)
          throw new SyntaxError('Invalid character class name');
        set += named[1] === undefined ? inSet(named[2] ?? '') : (CLASSES[named[1]] ?? '');
        at += named[0].length;
        continue;
      }
      const char = String.fromCodePoint(rest.codePointAt(0) ?? 0);
      at += char.length;
      const range = source[at] === '-' && source[at + 1] !== ']' && source[at + 1] !== undefined;
      if (!range) {
        set += inSet(char);
        continue;
      }
      const last = String.fromCodePoint(source.codePointAt(at + 1) ?? 0);
      at += 1 + last.length;
      if (last < char) throw new SyntaxError('Invalid range end');
      set += `${inSet(char)}-${inSet(last)}`;
    }
    this.at = at + 1;
    this.put(`[${negated ? '^' : ''}${set}]`);
  }
}

/** Groups the last repetition, so that it can be repeated again. */
function wrapLast(out: string): string {
  const found = /(?:\\.|\[(?:\\.|[^\]])*\]|[^\\)\]])(?:[*+?]|\{[\d,]*\})+$/s.exec(out);
  return found ? `${out.slice(0, found.index)}(?:${found[0]})` : out;
}

const literal = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);

const inSet = (char: string): string => char.replace(/[\\\]^[-]/, String.raw`\$&`);
