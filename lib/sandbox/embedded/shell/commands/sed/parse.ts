import { decode } from '../../../../bytes-text';
import { CommandFailure } from '../context';
import type { Instruction, LineAddress, SedSubstitution } from './instruction';
import { piecesOf, SIMPLE } from './replacement';
import { posixRegExp } from '../../../../regexp/posix-regexp';

interface Dialect {
  readonly extended: boolean;
  /** Whether GNU's extensions are off. */
  readonly posix: boolean;
}

/** Parses a sed script. Throws `Failure`. */
export function parseSed(script: string, dialect: Dialect): { program: Instruction[]; quiet: boolean } {
  const parser = new Parser(script, dialect);
  return { program: parser.program(), quiet: script.startsWith('#n\n') || script === '#n' };
}

/** The number of groups in an expression. */
const groupsOf = (pattern: RegExp): number =>
  (new RegExp(`${pattern.source}|`, pattern.flags).exec('')?.length ?? 1) - 1;

class Parser {
  private at = 0;
  private readonly out: Instruction[] = [];

  constructor(
    private readonly text: string,
    private readonly dialect: Dialect,
  ) {}

  program(): Instruction[] {
    const blocks: Instruction[] = [];
    for (;;) {
      this.skip(/[\s;]/);
      if (this.at >= this.text.length) break;
      if (this.peek() === '#') {
        this.line();
        continue;
      }
      const one = this.instruction();
      if (one.name === '{') blocks.push(one);
      else if (one.name === '}') {
        const open = blocks.pop();
        if (!open) throw this.error("unexpected `}'");
        open.end = this.out.length;
      }
      this.out.push(one);
    }
    if (blocks.length > 0) throw new CommandFailure("-e expression #1, char 0: unmatched `{'");
    return this.out;
  }

  private error(message: string): CommandFailure {
    return new CommandFailure(`-e expression #1, char ${this.at}: ${message}`);
  }

  private peek(): string {
    return this.text.charAt(this.at);
  }

  private skip(what: RegExp): void {
    while (this.at < this.text.length && what.test(this.peek())) this.at += 1;
  }

  /** Reads the rest of the line. */
  private line(): string {
    const end = this.text.indexOf('\n', this.at);
    const line = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end + 1;
    return line;
  }

  private instruction(): Instruction {
    const from = this.address();
    let to: LineAddress | undefined;
    this.skip(/[ \t]/);
    if (from && this.peek() === ',') {
      this.at += 1;
      this.skip(/[ \t]/);
      to = this.address(true);
      if (!to) {
        this.at += 1;
        throw this.error("unexpected `,'");
      }
    }
    this.skip(/[ \t]/);
    let negated = false;
    while (this.peek() === '!') {
      this.at += 1;
      if (negated) throw this.error("multiple `!'s");
      negated = true;
      this.skip(/[ \t]/);
    }
    const name = this.peek();
    if (name === '') throw this.error('missing command');
    this.at += 1;
    if (this.dialect.posix && 'eFQRWz'.includes(name)) throw this.error(`unknown command: \`${name}'`);
    if (from?.kind === 'zero' && (this.dialect.posix || to?.kind !== 'pattern'))
      throw this.error('invalid usage of line address 0');
    if (to && 'qQ'.includes(name)) throw this.error('command only uses one address');
    if (from && name === ':') throw this.error(": doesn't want any addresses");
    const one: Instruction = {
      name,
      from,
      to,
      negated,
      text: '',
      number: 0,
      end: 0,
      substitution: undefined,
      map: undefined,
      open: undefined,
      begun: false,
    };
    this.argument(one);
    return one;
  }

  private argument(one: Instruction): void {
    const { name } = one;
    if ('{}='.includes(name) || 'dDgGhHnNpPxzF'.includes(name)) {
      if (name !== '{') this.ended();
    } else if ('aic'.includes(name)) one.text = this.textArgument();
    else if (':btT'.includes(name)) one.text = this.label(name);
    else if ('rRwW'.includes(name)) {
      this.skip(/[ \t]/);
      one.text = this.line();
      if (one.text === '') throw this.error('missing filename in r/R/w/W commands');
    } else if ('qQlL'.includes(name)) {
      this.skip(/[ \t]/);
      const digits = /^\d+/.exec(this.text.slice(this.at))?.[0] ?? '';
      this.at += digits.length;
      one.number = Number(digits);
      this.ended();
    } else if (name === 's') one.substitution = this.substitution();
    else if (name === 'y') one.map = this.map();
    else if (name === 'e') one.text = this.line().trim();
    else throw this.error(`unknown command: \`${name}'`);
  }

  private ended(): void {
    this.skip(/[ \t]/);
    if (this.at >= this.text.length || /[;\n}#]/.test(this.peek())) return;
    this.at += 1;
    throw this.error('extra characters after command');
  }

  private label(name: string): string {
    this.skip(/[ \t]/);
    const found = (name === ':' ? /^[^\n;]*/ : /^[^\n;}]*/).exec(this.text.slice(this.at))?.[0] ?? '';
    this.at += found.length;
    if (name === ':' && found.trim() === '') throw this.error('":" lacks a label');
    return found.trim();
  }

  /** The text of `a\` is on the next line; GNU sed also takes it from the same line. */
  private textArgument(): string {
    this.skip(/[ \t]/);
    const bare = this.text.slice(this.at) === '\\';
    // Text after a backslash on the same line keeps its leading spaces.
    const continued = this.peek() === '\\';
    if (this.dialect.posix && !continued) {
      this.at += 1;
      throw this.error("expected \\ after `a', `c' or `i'");
    }
    if (continued) this.at += /^\\[ \t]*\n/.exec(this.text.slice(this.at))?.[0].length ?? 1;
    let text = '';
    while (this.at < this.text.length) {
      const char = this.peek();
      if (char === '\\') {
        const next = this.text.charAt(this.at + 1);
        text += SIMPLE[next] ?? next;
        this.at += 2;
      } else if (char === '\n') {
        this.at += 1;
        break;
      } else {
        text += char;
        this.at += 1;
      }
    }
    if (text === '' && !continued && this.at >= this.text.length && !this.text.endsWith('\n'))
      throw this.error("expected \\ after `a', `c' or `i'");
    // A lone backslash at the end adds nothing but the newline that a last line lacks.
    return bare ? '' : `${text}\n`;
  }

  private address(second = false): LineAddress | undefined {
    const rest = this.text.slice(this.at);
    const step = this.dialect.posix ? null : /^(\d+)~(\d*)/.exec(rest);
    if (step) {
      this.at += step[0].length;
      return { kind: 'step', first: Number(step[1]), by: Number(step[2]) };
    }
    const line = /^\d+/.exec(rest)?.[0];
    if (line !== undefined) {
      this.at += line.length;
      return line === '0' ? { kind: 'zero' } : { kind: 'line', line: Number(line) };
    }
    if (rest.startsWith('$')) {
      this.at += 1;
      return { kind: 'last' };
    }
    const relative = second && !this.dialect.posix ? /^([+~])(\d+)/.exec(rest) : null;
    if (relative) {
      this.at += relative[0].length;
      return relative[1] === '+'
        ? { kind: 'plus', count: Number(relative[2]) }
        : { kind: 'multiple', of: Number(relative[2]) };
    }
    if (!rest.startsWith('/') && !rest.startsWith('\\')) return undefined;
    if (rest.startsWith('\\')) this.at += 1;
    const delimiter = this.peek();
    this.at += 1;
    const source = this.until(delimiter, 'unterminated address regex', true);
    const flags = (this.dialect.posix ? /^/ : /^[IM]*/).exec(this.text.slice(this.at))?.[0] ?? '';
    this.at += flags.length;
    return { kind: 'pattern', pattern: source === '' ? undefined : this.pattern(source, flags) };
  }

  private pattern(source: string, flags: string): RegExp {
    try {
      const wanted = `g${/[iI]/.test(flags) ? 'i' : ''}${/[mM]/.test(flags) ? 'm' : ''}`;
      const { extended, posix } = this.dialect;
      const syntax = extended ? (posix ? 'posix extended' : 'sed -E') : posix ? 'posix basic' : 'sed';
      return posixRegExp(source, wanted, syntax);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw error.message.startsWith('character class')
        ? new CommandFailure(error.message, 4)
        : this.error(error.message);
    }
  }

  /** Reads text up to a delimiter; a backslash makes a delimiter literal. */
  private until(delimiter: string, unterminated: string, regex: boolean): string {
    let text = '';
    let bracket = false;
    for (; this.at < this.text.length; this.at += 1) {
      const char = this.peek();
      const numbered = char === '\\' ? NUMBERED.exec(this.text.slice(this.at))?.[0] : undefined;
      if (numbered !== undefined) {
        text += regex ? named(numbered) : named(numbered).replaceAll(/[&\\]/g, String.raw`\$&`);
        this.at += numbered.length - 1;
        continue;
      }
      if (char === '\\') {
        const next = this.text.charAt(this.at + 1);
        if (bracket && next === ']') {
          // In brackets, a backslash quotes nothing.
          text += char;
          continue;
        }
        this.at += 1;
        if (next === delimiter && !bracket)
          text +=
            regex && /[|(){}+?]/.test(delimiter) && !this.dialect.extended
              ? delimiter
              : regex && /[.*[\]^$]/.test(delimiter)
                ? `\\${delimiter}`
                : delimiter === '&'
                  ? '\\&'
                  : delimiter;
        else text += (regex && SIMPLE[next]) || `\\${next}`;
        continue;
      }
      if (char === '\n' && regex && !bracket) throw this.error(unterminated);
      if (regex && char === '[' && !bracket && delimiter !== '[') {
        bracket = true;
        const opening = /^\[\^?\]?/.exec(this.text.slice(this.at))?.[0] ?? '[';
        text += opening;
        this.at += opening.length - 1;
        continue;
      }
      if (bracket && char === '[' && /^\[[:.=]/.test(this.text.slice(this.at))) {
        const named = /^\[([:.=]).*?\1\]/.exec(this.text.slice(this.at))?.[0];
        if (named) {
          text += named;
          this.at += named.length - 1;
          continue;
        }
      }
      if (char === ']') bracket = false;
      else if (char === delimiter && !bracket) {
        this.at += 1;
        return text;
      }
      text += char;
    }
    throw this.error(unterminated);
  }

  private substitution(): SedSubstitution {
    const delimiter = this.peek();
    this.at += 1;
    const source = this.until(delimiter, "unterminated `s' command", true);
    const replacement = this.until(delimiter, "unterminated `s' command", false);
    const made: SedSubstitution = {
      pattern: undefined,
      replacement: piecesOf(replacement, this.dialect.posix),
      which: 0,
      all: false,
      print: false,
      execute: false,
      file: undefined,
    };
    let flags = '';
    for (;;) {
      const rest = this.text.slice(this.at);
      const digits = /^\d+/.exec(rest)?.[0];
      const char = this.peek();
      if (digits !== undefined) {
        this.at += digits.length;
        if (made.which > 0) throw this.error("multiple number options to `s' command");
        made.which = Number(digits);
        if (made.which === 0) throw this.error("number option to `s' command may not be zero");
        continue;
      }
      if (!(this.dialect.posix ? /[gp]/ : /[gpiIMme]/).test(char) && char !== 'w') break;
      this.at += 1;
      if ((char === 'g' && made.all) || (char === 'p' && made.print))
        throw this.error(`multiple \`${char}' options to \`s' command`);
      if (char === 'g') made.all = true;
      else if (char === 'p') made.print = true;
      else if (char === 'e') made.execute = true;
      else if (char === 'w') {
        this.skip(/[ \t]/);
        made.file = this.line();
        break;
      } else flags += char;
    }
    if (made.file === undefined) {
      this.skip(/[ \t]/);
      if (this.at < this.text.length && !/[;\n}#]/.test(this.peek())) {
        this.at += 1;
        throw this.error("unknown option to `s'");
      }
    }
    made.pattern = source === '' ? undefined : this.pattern(source, flags);
    const highest = Math.max(0, ...made.replacement.map((piece) => ('group' in piece ? piece.group : 0)));
    if (made.pattern && highest > groupsOf(made.pattern))
      throw this.error(`invalid reference \\${highest} on \`s' command's RHS`);
    return made;
  }

  private map(): Map<string, string> {
    const delimiter = this.peek();
    this.at += 1;
    const plain = (text: string) =>
      Array.from(text.replaceAll(/\\(.)/gs, (_, char: string) => ({ n: '\n', t: '\t' })[char] ?? char));
    const from = plain(this.until(delimiter, "unterminated `y' command", false));
    const to = plain(this.until(delimiter, "unterminated `y' command", false));
    if (from.length !== to.length) throw this.error("strings for `y' command are different lengths");
    this.ended();
    return new Map(from.map((char, index) => [char, to[index] ?? char]));
  }
}

/** Consecutive bytes given by number; together they may form a character. */
const NUMBERED = /^(?:\\(?:x[\da-fA-F]{1,2}|d\d{3}|o[0-7]{3}))+/;

const named = (numbered: string): string =>
  decode(
    Uint8Array.from(numbered.split('\\').slice(1), (one) =>
      Number.parseInt(one.slice(1), one.startsWith('x') ? 16 : one.startsWith('d') ? 10 : 8),
    ),
  );
