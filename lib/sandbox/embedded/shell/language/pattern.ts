import { CHARACTER_CLASSES, escapeRegExp, type CharacterClasses } from '../../../regexp/classes';

const CLASSES: CharacterClasses = { ...CHARACTER_CLASSES, word: `${CHARACTER_CLASSES.alnum}_` };

/** A pattern that matches only this text. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\*?[\]()|!@+]/g, String.raw`\$&`);

export interface PatternOptions {
  ignoreCase?: boolean;
  /** `*` and `?` do not match a slash. */
  path?: boolean;
  /** A star matches as little as possible. */
  shortest?: boolean;
  /** Whether `+(…)` and the like are special; default true. */
  extended?: boolean;
}

/** A shell pattern as the source of a regular expression (with the flag `u`), without anchors. */
export function patternSource(pattern: string, options: PatternOptions = {}): string {
  return new Translation(pattern, options).all();
}

const compiled = new Map<string, RegExp>();

/** A regular expression that matches a whole text as the pattern does. */
export function patternRegExp(pattern: string, options: PatternOptions = {}): RegExp {
  const key = `${options.ignoreCase ? 'i' : ''}${options.path ? 'p' : ''}${options.extended === false ? 'x' : ''} ${pattern}`;
  const known = compiled.get(key);
  if (known) return known;
  if (compiled.size > 2000) compiled.clear();
  const made = new RegExp(`^(?:${patternSource(pattern, options)})$`, options.ignoreCase ? 'isu' : 'su');
  compiled.set(key, made);
  return made;
}

class Translation {
  private at = 0;

  constructor(
    private readonly pattern: string,
    private readonly options: PatternOptions,
  ) {}

  all(stopAt = ''): string {
    let source = '';
    while (this.at < this.pattern.length && !stopAt.includes(this.pattern.charAt(this.at))) source += this.next();
    return source;
  }

  private next(): string {
    const { pattern, options } = this;
    const char = String.fromCodePoint(pattern.codePointAt(this.at) ?? 0);
    if (options.extended !== false && '?*+@!'.includes(char) && pattern[this.at + 1] === '(') {
      const group = this.group(char);
      if (group !== undefined) return group;
    }
    this.at += char.length;
    const any = options.path ? '[^/]' : '.';
    switch (char) {
      case '*':
        while (pattern[this.at] === '*') this.at += 1;
        return `${any}*${options.shortest ? '?' : ''}`;
      case '?':
        return any;
      case '[':
        return this.bracket();
      case '\\': {
        const escaped = String.fromCodePoint(pattern.codePointAt(this.at) ?? 92);
        this.at += escaped.length;
        return escapeRegExp(escaped);
      }
      default:
        return escapeRegExp(char);
    }
  }

  private group(kind: string): string | undefined {
    const start = this.at;
    this.at += 2;
    const options: string[] = [];
    for (;;) {
      options.push(this.all('|)'));
      const end = this.pattern[this.at++];
      if (end === ')') break;
      if (end !== '|') {
        this.at = start;
        return undefined;
      }
    }
    const either = options.join('|');
    if (kind === '!')
      return `(?:(?!(?:${either})(?:${new Translation(this.pattern.slice(this.at), this.options).all()})$)${this.options.path ? '[^/]' : '.'}*)`;
    return `(?:${either})${kind === '@' ? '' : kind}`;
  }

  private bracket(): string {
    const { pattern } = this;
    let at = this.at;
    const negated = pattern[at] === '!' || pattern[at] === '^';
    if (negated) at += 1;
    let set = '';
    let first = true;
    let last = '';
    for (;;) {
      const char = pattern[at];
      if (char === undefined) return '\\[';
      if (char === ']' && !first) break;
      first = false;
      const named = /^\[:(\w+):\]|^\[[.=](.)[.=]\]/.exec(pattern.slice(at));
      if (named) {
        set += named[1] ? (CLASSES[named[1]] ?? '') : inSet(named[2] ?? '');
        at += named[0].length;
      } else if (char === '-' && set !== '' && pattern[at + 1] !== ']') {
        set += '-';
        at += 1;
      } else {
        if (char === '\\') at += 1;
        const one = String.fromCodePoint(pattern.codePointAt(at) ?? 92);
        // A range whose end comes before its start has nothing in it.
        if (set.endsWith(`${inSet(last)}-`) && last !== '' && one < last) set = set.slice(0, -inSet(last).length - 1);
        else set += inSet(one);
        last = one;
        at += one.length;
      }
    }
    this.at = at + 1;
    if (set === '') return negated ? '.' : '(?!)';
    return `${this.options.path ? '(?!/)' : ''}[${negated ? '^' : ''}${set}]`;
  }
}

const inSet = (char: string): string => char.replace(/[\\\]^[-]/, String.raw`\$&`);

/** Whether a pattern is more than plain text. */
export function isPattern(text: string): boolean {
  if (/(?:^|[^\\])(?:\\\\)*(?:[*?]|[+@!]\()/.test(text)) return true;
  const set = /(?:^|[^\\])(?:\\\\)*\[/.exec(text);
  return set !== null && text.lastIndexOf(']') > set.index + set[0].length;
}

/**
 * A regular expression as `[[` takes it from its word: a backslash quotes the next character, so `\w` is a plain `w`, and in brackets
 * it is dropped.
 */
export const unquotedRegExp = (text: string): string =>
  text.replaceAll(/\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|\\[^]|[^\]\\])*\]|\\[^]/g, (part) =>
    part.startsWith('[')
      ? part.replaceAll(/\\([^])/g, '$1')
      : /[[\]{}()*+?.^$|\\]/.test(part.slice(1))
        ? part
        : part.slice(1),
  );

/** The text that a pattern without special characters matches. */
export const unescapePattern = (pattern: string): string => pattern.replaceAll(/\\([^])/g, '$1');
