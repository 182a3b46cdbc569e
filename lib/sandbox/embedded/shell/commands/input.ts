import { SysError } from '../../protocol/sys-client';
import type { OpenFile } from '../io/open-file';
import { concat, decode } from '../../../bytes-text';
import type { ShellTask } from '../task';

const NEWLINE = 10;

/** Lines that were read together. */
export interface LineBatch {
  readonly texts: string[];
  /** False if the very last line has no terminator. */
  readonly whole: boolean;
  /** Returns what follows the first `used` of them to the file; of a pipe, a program has read whole blocks. */
  leave(used: number, block: number): void;
}

/** A stream that a command reads. */
export class Input {
  constructor(
    private readonly file: OpenFile | undefined,
    private readonly task: ShellTask,
  ) {}

  get terminal(): boolean {
    return this.file?.about.terminal === true;
  }

  /** The next chunk; undefined at the end. */
  read(): Uint8Array | undefined | Promise<Uint8Array | undefined> {
    this.task.check();
    if (!this.file) throw new SysError('Bad file descriptor', 'EBADF', 'read', '-');
    const next = this.file.read(this.task);
    return next instanceof Promise ? this.task.wait(next) : next;
  }

  /** Returns bytes to the file for its next reader. */
  putBack(bytes: Uint8Array): void {
    this.file?.putBack(bytes);
  }

  /** Returns what follows `at` in bytes that were read. Of a pipe, a program has read the whole `block` that it needed a part of. */
  leave(bytes: Uint8Array, at: number, block: number): void {
    const { path, terminal } = this.file?.about ?? {};
    this.putBack(bytes.subarray(path !== undefined || terminal ? at : Math.ceil(at / block) * block));
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = [];
    for (let next = await this.read(); next; next = await this.read()) parts.push(next);
    return concat(parts);
  }

  async text(): Promise<string> {
    return decode(await this.bytes());
  }

  /** All lines at once, without their terminators. */
  async lines(end = NEWLINE): Promise<string[]> {
    const lines: string[] = [];
    for await (const { texts } of this.batches(end)) for (const text of texts) lines.push(text);
    return lines;
  }

  /** At least `least` bytes, or all there are. */
  async first(least: number): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = [];
    let size = 0;
    while (size < least) {
      const next = await this.read();
      if (!next) break;
      parts.push(next);
      size += next.length;
    }
    return concat(parts);
  }

  /** Lines in batches as they arrive, decoded with `read`. */
  async *batches(end = NEWLINE, read = decode): AsyncGenerator<LineBatch> {
    const separator = String.fromCharCode(end);
    let rest: Uint8Array[] = [];
    for (let next = await this.read(); next; next = await this.read()) {
      const at = next.lastIndexOf(end);
      if (at < 0) {
        rest.push(next);
        continue;
      }
      const all = concat([...rest, next]);
      const stop = all.length - next.length + at;
      const text = read(all.subarray(0, stop));
      rest = at + 1 < next.length ? [next.subarray(at + 1)] : [];
      const leave = (used: number, block: number) => {
        let from = 0;
        for (let left = used; left > 0; left -= 1) from = all.indexOf(end, from) + 1;
        this.leave(all, from, block);
      };
      yield { texts: text.split(separator), whole: true, leave };
    }
    if (rest.length === 0) return;
    const all = concat(rest);
    yield {
      texts: [read(all)],
      whole: false,
      leave: (used, block) => this.leave(all, used > 0 ? all.length : 0, block),
    };
  }
}
