import { MAX_OUTPUT_CHARS, OUTPUT_WINDOW, TERMINAL_WINDOW } from '../protocol/limits';
import type { Sink } from './sink';

/** Milliseconds for which output is collected before it goes to the page. */
const TOGETHER_MS = 8;
const TOGETHER_CHARS = 32 * 1024;

/**
 * One process's output to the page, which acknowledges what it has taken. Beyond a window, output stays here and the writer
 * waits. Quick output is batched: a message per line would keep the page busy long after the program has ended.
 */
export class PageOutput implements Sink {
  /** Characters sent but not yet acknowledged by the page. */
  private open = 0;
  private unsent = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: (() => void)[] = [];
  private readonly window: number;
  /** Maximum characters per message. */
  private readonly part: number;

  constructor(
    private readonly send: (text: string) => void,
    private readonly terminal: boolean,
  ) {
    this.window = terminal ? TERMINAL_WINDOW : OUTPUT_WINDOW;
    this.part = terminal ? TOGETHER_CHARS : MAX_OUTPUT_CHARS;
  }

  write(_fd: 1 | 2, text: string): Promise<void> | undefined {
    // Bytes that are not text travel between programs as lone surrogates; the page shows them as replacement characters.
    const shown = text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
    this.unsent += this.terminal ? shown.replaceAll(/\r?\n/g, '\r\n') : shown;
    // The first output goes at once; what soon follows is batched.
    if (this.timer === undefined || this.unsent.length >= TOGETHER_CHARS) this.pass();
    this.timer ??= setTimeout(() => this.tick(), TOGETHER_MS);
    if (this.open + this.unsent.length <= this.window) return undefined;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  taken(chars: number): void {
    this.open -= chars;
    this.letGoOn();
    if (this.timer === undefined) this.tick();
  }

  /** Sends everything that is still here. */
  flush(): void {
    this.sendFirst(this.unsent.length);
  }

  /** Drops what is still here, as its writer was interrupted. */
  discard(): void {
    this.unsent = '';
    this.letGoOn();
  }

  private tick(): void {
    this.timer = undefined;
    if (this.pass()) this.timer = setTimeout(() => this.tick(), TOGETHER_MS);
  }

  /** Sends what the page has room for; false if it has none. */
  private pass(): boolean {
    const chars = Math.min(this.unsent.length, this.window - this.open);
    if (chars <= 0) return false;
    this.sendFirst(chars);
    return true;
  }

  private sendFirst(chars: number): void {
    const text = this.unsent.slice(0, chars);
    this.unsent = this.unsent.slice(chars);
    this.open += chars;
    for (let at = 0; at < chars; at += this.part) this.send(text.slice(at, at + this.part));
  }

  private letGoOn(): void {
    if (this.open + this.unsent.length > this.window) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
