import { posixRegExp } from '../../../../regexp/posix-regexp';
import type { ReplacementPiece } from '../sed/replacement';
import { unambiguous } from '../sed/unambiguous';
import type { Addresses } from './addresses';
import { Buffer } from './buffer';
import type { CommandText } from './command-text';
import { EdFailure } from './ed-failure';
import type { EdWorld } from './world';

/** What `ed` keeps from one command to the next. */
export class Editing {
  readonly buffer = new Buffer();
  file = '';
  over = false;
  /** Whether errors are explained. */
  verbose = false;
  lastError = '';
  /** What is shown before each command is read. */
  prompt = '';
  /** The last substitution, which `s` alone does again. */
  substitution: { pieces: readonly ReplacementPiece[]; which: number; all: boolean } | undefined;
  /** The lines of a command list of `g`. */
  listed: string[] | undefined;
  private pattern: string | undefined;
  private warned = '';

  constructor(readonly world: EdWorld) {}

  async nextLine(): Promise<string | undefined> {
    return this.listed ? this.listed.shift() : this.world.line();
  }

  /** The lines that are typed up to a dot. */
  async typed(): Promise<string[]> {
    const lines: string[] = [];
    for (let line = await this.nextLine(); line !== undefined && line !== '.'; line = await this.nextLine())
      lines.push(line);
    return lines;
  }

  /** The lines that a command is for: those of its addresses, else from `first` to `last`. */
  lines({ from, to, count }: Addresses, first: number, last = first): [number, number] {
    const range: [number, number] = count === 0 ? [first, last] : count === 1 ? [to, to] : [from, to];
    if (range[0] < 1 || range[0] > range[1] || range[1] > this.buffer.last) throw new EdFailure('Invalid address');
    return range;
  }

  /** The suffix of a command, which ends it. */
  suffix(text: CommandText): string {
    const found = text.take(/[pln]*/y) ?? '';
    text.skipBlanks();
    if (!text.isOver) throw new EdFailure('Invalid command suffix');
    return found;
  }

  /** Shows lines, the last of which becomes the current one. */
  show(from: number, to: number, how: string): void {
    for (let place = from; place <= to; place += 1) {
      const text = this.buffer.textAt(place);
      const shown = how.includes('l') ? listing(text) : text;
      this.world.print(`${how.includes('n') ? `${place}\t` : ''}${shown}\n`);
    }
    this.buffer.current = to;
  }

  showCurrent(suffix: string): void {
    if (suffix !== '') this.show(this.buffer.current, this.buffer.current, suffix);
  }

  /** Refuses to lose what is not saved, the first time. */
  warn(letter: string): void {
    if (!this.buffer.modified || this.warned === letter) return;
    this.warned = letter;
    throw new EdFailure('Warning: buffer modified');
  }

  /** The expression of a pattern; an empty one is the last one again. */
  compiled(pattern: string, flags: string): RegExp {
    const source = pattern === '' ? this.pattern : pattern;
    if (source === undefined) throw new EdFailure('No previous pattern');
    this.pattern = source;
    try {
      return posixRegExp(source, flags, this.world.extended ? 'extended' : 'basic');
    } catch (error) {
      throw error instanceof SyntaxError ? new EdFailure(error.message) : error;
    }
  }

  /** Finds the next line that a pattern matches, forwards or backwards from the current one. */
  readonly search = (pattern: string, step: 1 | -1): number => {
    const { current, last, lines } = this.buffer;
    const wanted = this.compiled(pattern, '');
    for (let count = 1; count <= last; count += 1) {
      const place = (((current - 1 + step * count) % last) + last) % last;
      if (wanted.test(lines[place]?.text ?? '')) return place + 1;
    }
    throw new EdFailure('No match');
  };
}

/** A line as `l` shows it. */
const listing = (text: string): string =>
  `${unambiguous(text, 0)
    .slice(0, -2)
    .replaceAll('$', String.raw`\$`)}$`;
