import { breathe } from '../io/breathe';
import type { OpenFile } from '../io/open-file';
import { concat, encode } from '../../../bytes-text';
import type { ShellTask } from '../task';
import { SysError } from '../../protocol/sys-client';

const ROOM = 64 * 1024;

/** A buffered stream that a command writes. */
export class Output {
  private parts: Uint8Array[] = [];
  private text = '';
  private size = 0;

  constructor(
    private readonly file: OpenFile | undefined,
    private readonly task: ShellTask,
  ) {}

  get terminal(): boolean {
    return this.file?.about.terminal === true;
  }

  /** Whether it is time to `flush`. */
  get full(): boolean {
    return this.size >= ROOM;
  }

  write(data: string | Uint8Array): void {
    this.size += data.length;
    if (typeof data === 'string') {
      this.text += data;
      return;
    }
    this.settle();
    this.parts.push(data);
  }

  /** Writes out the buffer, and waits until the reader has room. */
  async flush(): Promise<void> {
    this.settle();
    if (this.parts.length > 0) {
      const bytes = this.parts.length === 1 && this.parts[0] ? this.parts[0] : concat(this.parts);
      this.parts = [];
      this.size = 0;
      if (!this.file?.target) throw new SysError('Bad file descriptor', 'EBADF', 'write');
      const wait = this.file.target.write(bytes);
      if (wait) await this.task.wait(wait);
    }
    this.task.check();
    const pause = breathe();
    if (pause) await this.task.wait(pause);
  }

  /** Writes, and flushes once the buffer is full. */
  async put(data: string | Uint8Array): Promise<void> {
    this.write(data);
    if (this.full) await this.flush();
  }

  async close(): Promise<void> {
    await this.flush();
    this.file?.release();
  }

  private settle(): void {
    if (this.text === '') return;
    this.parts.push(encode(this.text));
    this.text = '';
  }
}
