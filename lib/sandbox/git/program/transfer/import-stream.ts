import { GitFailure } from '../../git-failure';
import { concatBytes, decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { unquotePath } from '../text/quote-path';

const LINE_END = 10;

/** The stream that `fast-import` reads: lines, and data between them. */
export class ImportStream {
  private at = 0;
  private held: string | undefined;

  constructor(private readonly bytes: Uint8Array) {}

  /** The next line without its end; undefined at the end of the stream. Comments are left out. */
  next(): string | undefined {
    if (this.held !== undefined) {
      const line = this.held;
      this.held = undefined;
      return line;
    }
    for (;;) {
      if (this.at >= this.bytes.length) return undefined;
      const line = this.rawLine();
      if (!line.startsWith('#')) return line;
    }
  }

  /** Keeps a line that belongs to the next command. */
  putBack(line: string | undefined): void {
    this.held = line;
  }

  /** What follows a word, if the next line begins with that; otherwise the line stays. */
  after(word: string): string | undefined {
    const line = this.next();
    if (line?.startsWith(`${word} `)) return line.slice(word.length + 1);
    this.putBack(line);
    return undefined;
  }

  /** The data of a command: `data 12`, or `data <<END` up to a line with that word. */
  data(): Uint8Array {
    const line = this.next();
    const given = /^data (.+)$/s.exec(line ?? '')?.[1];
    if (given === undefined) throw new GitFailure(`Expected 'data n' command, found: ${line ?? ''}`);
    const end = /^<<(.+)$/s.exec(given)?.[1];
    if (end !== undefined) return this.dataUntil(end);
    if (!/^\d+$/.test(given)) throw new GitFailure(`Expected 'data n' command, found: ${line}`);
    const length = Number(given);
    if (this.at + length > this.bytes.length) {
      const left = length - (this.bytes.length - this.at);
      throw new GitFailure(`EOF in data (${left} bytes remaining)`);
    }
    const data = this.bytes.slice(this.at, this.at + length);
    this.at += length;
    this.skipLineEnd();
    return data;
  }

  private dataUntil(end: string): Uint8Array {
    const parts: Uint8Array[] = [];
    for (;;) {
      if (this.at >= this.bytes.length) throw new GitFailure(`EOF in data (terminator '${end}' not found)`);
      const line = this.rawLine();
      if (line === end) break;
      parts.push(encodeUtf8(`${line}\n`));
    }
    this.skipLineEnd();
    return concatBytes(...parts);
  }

  private skipLineEnd(): void {
    if (this.bytes[this.at] === LINE_END) this.at++;
  }

  private rawLine(): string {
    const found = this.bytes.indexOf(LINE_END, this.at);
    const end = found < 0 ? this.bytes.length : found;
    const line = decodeUtf8(this.bytes.subarray(this.at, end));
    this.at = end + 1;
    return line;
  }
}

/** Splits `path rest` at the end of its first path, which may be quoted. */
export function firstPath(text: string): { path: string; rest: string } {
  const quoted = /^"(?:[^"\\]|\\.)*"/s.exec(text)?.[0];
  const written = quoted ?? /^[^ ]*/.exec(text)?.[0] ?? '';
  return { path: unquotePath(written), rest: text.slice(written.length + 1) };
}
