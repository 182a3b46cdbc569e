import { SysError, type SysClient } from '../../protocol/sys-client';
import { BrokenPipe, OpenFile, ROOM } from './open-file';

type End = 'reader' | 'writer';

/** A pipe with a name, as `mkfifo` makes it. Opening one end waits for the other; what nobody has read goes with the last end. */
export class NamedPipe {
  /** Those that this worker made, by the number of their file. */
  private static readonly made = new Map<number, NamedPipe>();

  private chunks: Uint8Array[] = [];
  private size = 0;
  private readonly ends = { reader: 0, writer: 0 };
  /** How often each end was opened so far. */
  private readonly opened = { reader: 0, writer: 0 };
  private readonly waiting = new Set<() => void>();

  /** Makes one. Throws `SysError`. */
  static make(sys: SysClient, path: string, mode: number): void {
    sys.mkfifo(path, mode);
    this.made.set(sys.stat(path).ino, new NamedPipe());
  }

  /** Throws `ENXIO` for a pipe of another worker: its programs and those of this one could never meet. */
  static at(ino: number, path: string): NamedPipe {
    const pipe = this.made.get(ino);
    if (!pipe) throw new SysError('No such device or address', 'ENXIO', 'open', path);
    return pipe;
  }

  /** Opens one end, or both as `<>` does. The file's `met` is there while nobody has the other end. */
  open(ends: readonly End[]): OpenFile {
    for (const end of ends) {
      this.ends[end] += 1;
      this.opened[end] += 1;
    }
    this.changed();
    const [end] = ends;
    const met = ends.length === 1 && end ? this.meeting(end === 'reader' ? 'writer' : 'reader') : undefined;
    const close = (one: End) => {
      this.ends[one] -= 1;
      if (this.ends.reader + this.ends.writer === 0) [this.chunks, this.size] = [[], 0];
      this.changed();
    };
    const file = new OpenFile(
      ends.includes('reader') ? { read: () => this.read(met), close: () => close('reader') } : undefined,
      ends.includes('writer') ? { write: (bytes) => this.write(bytes, met), close: () => close('writer') } : undefined,
      { pipe: true },
    );
    file.met = met;
    return file;
  }

  /** Waits for an end to be opened; undefined if it is open. */
  private meeting(end: End): Promise<void> | undefined {
    const before = this.opened[end];
    return this.ends[end] > 0 ? undefined : this.until(() => this.opened[end] > before);
  }

  private async read(met: Promise<void> | undefined): Promise<Uint8Array | undefined> {
    await met;
    await this.until(() => this.chunks.length > 0 || this.ends.writer === 0);
    const next = this.chunks.shift();
    this.size -= next?.length ?? 0;
    this.changed();
    return next;
  }

  private async write(bytes: Uint8Array, met: Promise<void> | undefined): Promise<void> {
    await met;
    await this.until(() => this.size <= ROOM || this.ends.reader === 0);
    if (this.ends.reader === 0) throw new BrokenPipe('Broken pipe');
    if (bytes.length === 0) return;
    this.chunks.push(bytes);
    this.size += bytes.length;
    this.changed();
  }

  private async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((wake) => void this.waiting.add(wake));
  }

  private changed(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }
}
