import type { OpenFile } from './open-file';

/** The numbered files of a shell or a command. Each keeps its file open until it is closed. */
export class Descriptors {
  private readonly files: Map<number, OpenFile>;

  constructor(files: Iterable<readonly [number, OpenFile]> = []) {
    this.files = new Map(files);
    for (const file of this.files.values()) file.retain();
  }

  get(fd: number): OpenFile | undefined {
    return this.files.get(fd);
  }

  set(fd: number, file: OpenFile): void {
    file.retain();
    this.close(fd);
    this.files.set(fd, file);
  }

  close(fd: number): void {
    this.files.get(fd)?.release();
    this.files.delete(fd);
  }

  clone(): Descriptors {
    return new Descriptors(this.files);
  }

  closeAll(): void {
    for (const fd of this.files.keys()) this.close(fd);
  }

  /** A free number: from 10 upwards for `{name}>`, from 63 downwards for process substitution. */
  free(from: number, step: 1 | -1): number {
    let fd = from;
    while (this.files.has(fd)) fd += step;
    return fd;
  }

  entries(): [number, OpenFile][] {
    return [...this.files];
  }
}
