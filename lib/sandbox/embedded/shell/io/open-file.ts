import type { ShellTask } from '../task';

/** Where bytes come from; `undefined` means the end. */
export interface Source {
  /** `reader`: a terminal gives what is typed to the foreground alone. */
  read(reader?: ShellTask): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  close?(): void;
}

/** Where bytes go. A write waits until there is room. */
export interface Target {
  write(bytes: Uint8Array): void | Promise<void>;
  close?(): void;
}

/** What a descriptor stands for. Several descriptors may share one, and with it the position in the input. */
export class OpenFile {
  private users = 0;
  private unread: Uint8Array | undefined;
  private over = false;
  /** A read whose result nobody waits for any more. */
  private begun: Promise<Uint8Array | undefined> | undefined;
  /** Called when its last descriptor is closed. */
  onClosed: (() => void) | undefined;
  /** For a named pipe: settles once somebody has its other end. */
  met: Promise<void> | undefined;

  constructor(
    readonly source: Source | undefined,
    readonly target: Target | undefined,
    readonly about: { terminal?: boolean; path?: string; pipe?: boolean; socket?: boolean; inherited?: 0 | 1 | 2 } = {},
  ) {}

  retain(): this {
    this.users += 1;
    return this;
  }

  release(): void {
    this.users -= 1;
    if (this.users > 0) return;
    this.source?.close?.();
    this.target?.close?.();
    this.onClosed?.();
  }

  read(reader?: ShellTask): Uint8Array | undefined | Promise<Uint8Array | undefined> {
    const { unread } = this;
    if (unread) {
      this.unread = undefined;
      return unread;
    }
    const { begun } = this;
    if (begun) {
      this.begun = undefined;
      return begun;
    }
    if (this.over || !this.source) return undefined;
    const next = this.source.read(reader);
    if (!(next instanceof Promise)) return this.took(next);
    return next.then((bytes) => this.took(bytes));
  }

  /** Puts back bytes that were read but not used. */
  putBack(bytes: Uint8Array): void {
    if (bytes.length > 0) this.unread = bytes;
  }

  /** Has the next reader get what a read that has begun results in. */
  giveBack(begun: Promise<Uint8Array | undefined>): void {
    this.begun = begun;
  }

  /** Takes away the bytes that were put back, if nobody has read them. */
  takeBack(): Uint8Array | undefined {
    const { unread } = this;
    this.unread = undefined;
    return unread;
  }

  private took(bytes: Uint8Array | undefined): Uint8Array | undefined {
    // A terminal can be read again after Ctrl-D.
    if (!bytes && !this.about.terminal) this.over = true;
    return bytes;
  }
}

export class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

/** Bytes that wait in a pipe before its writer does. */
export const ROOM = 256 * 1024;

/** The two ends of a pipe. */
export function makePipe(): { reader: OpenFile; writer: OpenFile } {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let written = false;
  let readable = true;
  let wakeReader: (() => void) | undefined;
  const wakeWriters = new Set<() => void>();
  const source: Source = {
    async read() {
      while (chunks.length === 0 && !written) await new Promise<void>((wake) => (wakeReader = wake));
      const next = chunks.shift();
      size -= next?.length ?? 0;
      for (const wake of wakeWriters) wake();
      wakeWriters.clear();
      return next;
    },
    close() {
      readable = false;
      for (const wake of wakeWriters) wake();
      wakeWriters.clear();
    },
  };
  const target: Target = {
    async write(bytes) {
      while (readable && size > ROOM) await new Promise<void>((wake) => void wakeWriters.add(wake));
      if (!readable) throw new BrokenPipe('Broken pipe');
      if (bytes.length === 0) return;
      chunks.push(bytes);
      size += bytes.length;
      wakeReader?.();
    },
    close() {
      written = true;
      wakeReader?.();
    },
  };
  return {
    reader: new OpenFile(source, undefined, { pipe: true }),
    writer: new OpenFile(undefined, target, { pipe: true }),
  };
}

/** A file that is read from memory, such as a here document. */
export function fileOfBytes(bytes: Uint8Array): OpenFile {
  let left: Uint8Array | undefined = bytes.length > 0 ? bytes : undefined;
  return new OpenFile(
    {
      read() {
        const now = left;
        left = undefined;
        return now;
      },
    },
    undefined,
  );
}

/** A file that collects everything written to it. */
export function collector(): { file: OpenFile; parts: Uint8Array[] } {
  const parts: Uint8Array[] = [];
  return { file: new OpenFile(undefined, { write: (bytes) => void parts.push(bytes) }), parts };
}
