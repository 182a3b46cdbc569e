import { OpenFile } from './io/open-file';
import { decode, encode, TextWriter } from '../../bytes-text';
import { SysError, type SysClient } from '../protocol/sys-client';
import type { ShellTask } from './task';

interface Waiting {
  readonly reader: ShellTask | undefined;
  readonly wake: () => void;
}

/** A shell's standard input, fed by messages as it arrives. */
export class StandardInput {
  readonly file: OpenFile;
  private readonly chunks: { bytes: Uint8Array; chars: number }[] = [];
  private over = false;
  private waiting: Waiting[] = [];
  /** Characters that were handed out and are not counted yet: some may be put back. */
  private handedOut = 0;

  /** `onWait` is called when a reader finds no input; `inFront` tells who may read from a terminal; `onRead` counts what was read. */
  constructor(
    readonly terminal: boolean,
    private readonly onWait: () => void = () => undefined,
    private readonly inFront: (reader: ShellTask) => boolean = () => true,
    private readonly onRead: (chars: number) => void = () => undefined,
    socket = false,
  ) {
    this.file = new OpenFile({ read: (reader) => this.read(reader) }, undefined, { terminal, socket, inherited: 0 });
  }

  /** Whether a reader is waiting for input. */
  get awaited(): boolean {
    return this.next !== undefined;
  }

  /** The reader that came last: those before it may have ended or be stopped. */
  private get next(): Waiting | undefined {
    return this.waiting.findLast(({ reader }) => !reader || (!reader.hasEnded && this.inFront(reader)));
  }

  /** Adds input; `null` ends it. */
  push(text: string | null): void {
    if (text === null) this.over = true;
    else if (text !== '') this.chunks.push({ bytes: encode(text), chars: text.length });
    const { next } = this;
    this.waiting = this.waiting.filter((one) => one !== next && !one.reader?.hasEnded);
    next?.wake();
  }

  /** Another program has read this many characters. What is typed at a terminal never comes here for it. */
  skip(chars: number): void {
    for (let left = this.terminal ? 0 : chars; left > 0;) {
      const first = this.chunks.shift();
      if (!first) return;
      const rest = decode(first.bytes).slice(left);
      if (rest) this.chunks.unshift({ bytes: encode(rest), chars: rest.length });
      left -= first.chars;
    }
  }

  /** Counts what was read. What was put back waits again, for a program that shares this input, or for whoever started the shell. */
  settle(): void {
    const back = this.terminal ? undefined : this.file.takeBack();
    if (back) {
      const chars = decode(back).length;
      this.chunks.unshift({ bytes: back, chars });
      this.handedOut -= chars;
    }
    if (this.handedOut > 0) this.onRead(this.handedOut);
    this.handedOut = 0;
  }

  /** Forgets what a task that goes on was waiting for, as after Ctrl-C or a timeout. */
  forget(task: ShellTask): void {
    this.waiting = this.waiting.filter(({ reader }) => reader !== task);
  }

  private async read(reader?: ShellTask): Promise<Uint8Array | undefined> {
    this.settle();
    for (;;) {
      while (reader && !reader.hasEnded && !this.inFront(reader)) {
        reader.signalGroup('TTIN');
        // As natively, one who ignores the signal cannot read.
        if (!reader.isStopped) throw new SysError('Input/output error', 'EIO', 'read', '-');
        await reader.whileStopped();
      }
      if (this.chunks.length > 0 || this.over) break;
      // A reader that waits again has given up what it waited for before, as after a timeout.
      if (reader) this.forget(reader);
      this.onWait();
      await new Promise<void>((wake) => this.waiting.push({ reader, wake }));
    }
    const next = this.chunks.shift();
    // A terminal can be read again after Ctrl-D.
    if (!next && this.terminal) this.over = false;
    this.handedOut = next?.chars ?? 0;
    return next?.bytes;
  }
}

/** A shell's own output: shown at once; the shell waits while there is no room. A terminal can be read through it too. */
export function standardOutput(
  sys: SysClient,
  fd: 1 | 2,
  { terminal, file, socket }: Pick<StandardInput, 'terminal' | 'file'> & { socket: boolean },
): OpenFile {
  const writer = new TextWriter((text) => sys.output(fd, text));
  return new OpenFile(
    terminal ? { read: (reader) => file.read(reader) } : undefined,
    { write: (bytes) => writer.push(bytes), close: () => writer.flush() },
    { terminal, socket, inherited: fd },
  );
}
