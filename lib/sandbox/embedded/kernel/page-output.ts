import { MAX_OUTPUT_CHARS, OUTPUT_WINDOW, TERMINAL_WINDOW } from '../protocol/limits';
import type { Sink } from './sink';

/** Milliseconds in which what is written goes to the page as one. */
const TOGETHER_MS = 8;
const TOGETHER_CHARS = 32 * 1024;

/**
 * The output of one process to the page, which says what it has taken; beyond a window it stays here, and the writer waits. What comes
 * in quick succession goes together: a message for each line would keep the page busy long after the program has ended.
 */
export class PageOutput implements Sink {
  /** Characters the page has not taken. */
  private open = 0;
  private unsent = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: (() => void)[] = [];
  private readonly window: number;
  /** Characters of one message. */
  private readonly part: number;

  constructor(
    private readonly send: (text: string) => void,
    private readonly terminal: boolean,
  ) {
    this.window = terminal ? TERMINAL_WINDOW : OUTPUT_WINDOW;
    this.part = terminal ? TOGETHER_CHARS : MAX_OUTPUT_CHARS;
  }

  write(_fd: 1 | 2, text: string): Promise<void> | undefined {
    // Bytes that are no text travel as lone surrogates between programs; a page shows them as what cannot be read.
    const shown = text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
    this.unsent += this.terminal ? shown.replaceAll(/\r?\n/g, '\r\n') : shown;
    // The first goes at once, and what follows it soon goes together.
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

  /** Sends all that is still here. */
  flush(): void {
    this.sendFirst(this.unsent.length);
  }

  /** Throws away what is still here: who wrote it was interrupted. */
  discard(): void {
    this.unsent = '';
    this.letGoOn();
  }

  private tick(): void {
    this.timer = undefined;
    if (this.pass()) this.timer = setTimeout(() => this.tick(), TOGETHER_MS);
  }

  /** Sends what the page has room for; false if that is nothing. */
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
