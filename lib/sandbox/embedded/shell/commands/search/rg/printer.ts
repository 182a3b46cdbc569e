import { encode } from '../../../../../bytes-text';
import type { Output } from '../../output';
import { matchesIn, type Block } from './search';
import type { MatchRange } from '../../../../../search/linear-matcher';
import type { RgPattern } from './pattern';

/** How matches are printed, according to the options. */
export interface Style {
  readonly named: boolean;
  readonly heading: boolean;
  readonly lines: boolean;
  readonly columns: boolean;
  readonly offsets: boolean;
  readonly colors: boolean;
  /** Print only the matches. */
  readonly only: boolean;
  /** Print a line for each match. */
  readonly each: boolean;
  readonly replacement: string | undefined;
  readonly trim: boolean;
  readonly nul: boolean;
  readonly most: number | undefined;
  readonly preview: boolean;
  readonly invert: boolean;
  readonly matchSeparator: string;
  readonly contextSeparator: string;
  /** Printed between blocks that are not adjacent; undefined for nothing. */
  readonly blockSeparator: string | undefined;
}

/** Prints matches in ripgrep's format. */
export class Printer {
  private path = '';
  private text = '';
  private fresh = true;
  private any = false;
  private next = 0;
  private measured = { at: 0, bytes: 0 };

  constructor(
    private readonly out: Output,
    private readonly style: Style,
    private readonly pattern: RgPattern,
  ) {}

  /** Starts the output for a file. */
  file(path: string, text: string): void {
    this.path = path;
    this.text = text;
    this.fresh = true;
    this.measured = { at: 0, bytes: 0 };
  }

  block(block: Block): void {
    const { style, out } = this;
    const gap = this.fresh ? this.any : block.start > this.next;
    if (this.fresh && style.heading && style.named)
      out.write(`${this.any ? '\n' : ''}${this.painted(this.path, '35')}\n`);
    else if (gap && style.blockSeparator !== undefined) out.write(`${style.blockSeparator}\n`);
    this.fresh = false;
    this.any = true;
    this.next = block.end + 1;
    const exact = block.matches && !style.invert;
    if (style.only || style.each) {
      if (exact) for (const match of matchesIn(this.text, block, this.pattern)) this.match(match, block);
      else if (style.each || block.matches) this.whole(block, []);
      return;
    }
    this.whole(block, exact && this.granular ? [...matchesIn(this.text, block, this.pattern)] : []);
  }

  /** Prints a message about the file. */
  note(message: string): void {
    this.out.write(`${this.style.named ? `${this.path}: ` : ''}${message}\n`);
  }

  private get granular(): boolean {
    const { colors, columns, replacement } = this.style;
    return colors || columns || replacement !== undefined;
  }

  private match(match: MatchRange, block: Block): void {
    const { style, text } = this;
    const line = block.line + countLines(text, block.start, match.start);
    const start = Math.max(block.start, text.lastIndexOf('\n', match.start - 1) + 1);
    const column = bytesIn(text.slice(start, match.start)) + 1;
    if (!style.only) {
      const end = text.indexOf('\n', match.start);
      const shown = { start, end: end === -1 ? text.length : end };
      return this.line(this.lineText(shown, [match]), true, { line, column, at: start, matches: 1 });
    }
    const said =
      style.replacement === undefined
        ? text.slice(match.start, match.end)
        : this.pattern.replaced(text, match, style.replacement);
    for (const [index, piece] of said.replace(/\n$/, '').split('\n').entries())
      this.line(this.highlight(piece), true, {
        line: line + index,
        column: index === 0 ? column : 1,
        at: match.start,
        matches: 1,
      });
  }

  private whole(block: Block, matches: readonly MatchRange[]): void {
    const { style, text } = this;
    const first = matches[0];
    const replaced = style.replacement !== undefined && matches.length > 0;
    const said = replaced ? this.lineText(block, matches).split('\n') : undefined;
    let at = block.start;
    for (let index = 0; at <= block.end; index++) {
      const next = text.indexOf('\n', at);
      const end = next === -1 ? text.length : next;
      const inLine = matches.filter((match) => match.start <= end && match.end >= at);
      const column = first && index === 0 ? bytesIn(text.slice(at, first.start)) + 1 : 1;
      const shown = said ? said[index] : this.lineText({ start: at, end }, inLine);
      if (shown !== undefined)
        this.line(shown, block.matches, {
          line: block.line + index,
          column: block.matches ? column : undefined,
          at,
          matches: inLine.length,
        });
      at = end + 1;
    }
  }

  /** A part of the text with its matches replaced or colored. */
  private lineText({ start, end }: MatchRange, matches: readonly MatchRange[]): string {
    const { style, text } = this;
    let said = '';
    let at = start;
    for (const match of matches) {
      const [from, to] = [Math.max(match.start, at), Math.min(match.end, end)];
      const piece =
        style.replacement === undefined ? text.slice(from, to) : this.pattern.replaced(text, match, style.replacement);
      said += text.slice(at, from) + (piece === '' ? '' : this.highlight(piece));
      at = Math.max(at, to);
    }
    return said + text.slice(at, end);
  }

  private line(said: string, matches: boolean, { line, column, at, matches: count }: LineAbout): void {
    const { style } = this;
    const separator = matches ? style.matchSeparator : style.contextSeparator;
    let prefix = '';
    if (style.named && !style.heading) prefix += this.painted(this.path, '35') + (style.nul ? '\0' : separator);
    if (style.lines) prefix += this.painted(String(line), '32') + separator;
    if (style.columns && column !== undefined) prefix += this.painted(String(column), '') + separator;
    if (style.offsets) prefix += this.painted(String(this.offsetOf(at)), '') + separator;
    this.out.write(`${prefix}${this.cut(style.trim ? said.replace(/^[ \t]+/, '') : said, matches, count)}\n`);
  }

  private cut(said: string, matches: boolean, count: number): string {
    const { most, preview, only } = this.style;
    if (most === undefined || most === 0 || bytesIn(said) <= most) return said;
    if (preview) {
      const rest = count > 1 ? ` [... ${count} more matches]` : ' [... omitted end of long line]';
      return said.slice(0, most) + rest;
    }
    if (!matches) return '[Omitted long context line]';
    return only || count === 0 || !this.granular
      ? '[Omitted long matching line]'
      : `[Omitted long line with ${count} matches]`;
  }

  private offsetOf(at: number): number {
    if (at < this.measured.at) this.measured = { at: 0, bytes: 0 };
    this.measured = { at, bytes: this.measured.bytes + bytesIn(this.text.slice(this.measured.at, at)) };
    return this.measured.bytes;
  }

  private highlight = (piece: string): string => (this.style.colors ? `\x1b[0m\x1b[1m\x1b[31m${piece}\x1b[0m` : piece);

  private painted(piece: string, color: string): string {
    if (!this.style.colors) return piece;
    return `\x1b[0m${color && `\x1b[${color}m`}${piece}\x1b[0m`;
  }
}

interface LineAbout {
  readonly line: number;
  readonly column: number | undefined;
  readonly at: number;
  readonly matches: number;
}

const bytesIn = (text: string): number => encode(text).length;

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
