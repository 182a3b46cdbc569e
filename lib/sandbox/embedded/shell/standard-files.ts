import { OpenFile } from './io/open-file';
import { encode, TextWriter } from '../../bytes-text';
import type { SysClient } from '../protocol/sys-client';

/** A shell's standard input, fed by messages as it arrives. */
export class StandardInput {
  readonly file: OpenFile;
  private readonly chunks: Uint8Array[] = [];
  private over = false;
  private wake: (() => void) | undefined;

  /** `onWait` is called when a reader finds no input. */
  constructor(
    readonly terminal: boolean,
    private readonly onWait: () => void = () => undefined,
  ) {
    this.file = new OpenFile({ read: () => this.read() }, undefined, { terminal, inherited: 0 });
  }

  /** Whether a reader is waiting for input. */
  get awaited(): boolean {
    return this.wake !== undefined;
  }

  /** Adds input; `null` ends it. */
  push(text: string | null): void {
    if (text === null) this.over = true;
    else if (text !== '') this.chunks.push(encode(text));
    this.wake?.();
    this.wake = undefined;
  }

  private async read(): Promise<Uint8Array | undefined> {
    if (this.chunks.length === 0 && !this.over) this.onWait();
    while (this.chunks.length === 0 && !this.over) await new Promise<void>((wake) => (this.wake = wake));
    const next = this.chunks.shift();
    // A terminal can be read again after Ctrl-D.
    if (!next && this.terminal) this.over = false;
    return next;
  }
}

/** A shell's own output: shown at once; the shell waits while there is no room. */
export function standardOutput(sys: SysClient, fd: 1 | 2, terminal: boolean): OpenFile {
  const writer = new TextWriter((text) => sys.output(fd, text));
  return new OpenFile(
    undefined,
    { write: (bytes) => writer.push(bytes), close: () => writer.flush() },
    { terminal, inherited: fd },
  );
}
