import { MAX_OUTPUT_CHARS, OUTPUT_WINDOW, TERMINAL_WINDOW } from '../protocol/limits';
import type { Sink } from './sink';

/** Milliseconds in which what is written goes to the page as one. */
const TOGETHER_MS = 8;
const TOGETHER_CHARS = 32 * 1024;

/**
 * The output of one process to the page, which says what it has taken; beyond a window the writer waits. What comes in quick
 * succession goes together: a message for each line would keep the page busy long after the program has ended.
 */
export class PageOutput implements Sink {
  /** Characters the page has not taken. */
  private open = 0;
  private unsent = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: (() => void)[] = [];
  private readonly window: number;

  constructor(
    private readonly send: (text: string) => void,
    private readonly terminal: boolean,
  ) {
    this.window = terminal ? TERMINAL_WINDOW : OUTPUT_WINDOW;
  }

  write(_fd: 1 | 2, text: string): Promise<void> | undefined {
    // Bytes that are no text travel as lone surrogates between programs; a page shows them as what cannot be read.
    const shown = text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
    this.unsent += this.terminal ? shown.replaceAll(/\r?\n/g, '\r\n') : shown;
    // The first goes at once, and what follows it soon goes together.
    if (this.timer === undefined || this.unsent.length >= TOGETHER_CHARS) this.flush();
    this.timer ??= setTimeout(() => this.tick(), TOGETHER_MS);
    if (this.open + this.unsent.length <= this.window) return undefined;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  taken(chars: number): void {
    this.open -= chars;
    this.letGoOn();
  }

  /** Sends what is still here. */
  flush(): void {
    const text = this.unsent;
    this.unsent = '';
    this.open += text.length;
    for (let at = 0; at < text.length; at += MAX_OUTPUT_CHARS) this.send(text.slice(at, at + MAX_OUTPUT_CHARS));
  }

  /** Throws away what is still here: who wrote it was interrupted. */
  discard(): void {
    this.unsent = '';
    this.letGoOn();
  }

  private tick(): void {
    this.timer = undefined;
    if (this.unsent === '') return;
    this.flush();
    this.timer = setTimeout(() => this.tick(), TOGETHER_MS);
  }

  private letGoOn(): void {
    if (this.open + this.unsent.length > this.window) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
