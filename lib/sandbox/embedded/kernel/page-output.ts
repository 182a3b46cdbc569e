import { MAX_OUTPUT_CHARS, OUTPUT_WINDOW } from '../protocol/limits';
import type { Sink } from './sink';

/** The output of one process to the page, which says what it has taken; beyond a window the writer waits. */
export class PageOutput implements Sink {
  private open = 0;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly send: (text: string) => void,
    private readonly terminal: boolean,
  ) {}

  write(_fd: 1 | 2, text: string): Promise<void> | undefined {
    const shown = this.terminal ? text.replaceAll(/\r?\n/g, '\r\n') : text;
    for (let at = 0; at < shown.length; at += MAX_OUTPUT_CHARS) this.send(shown.slice(at, at + MAX_OUTPUT_CHARS));
    this.open += shown.length;
    if (this.open <= OUTPUT_WINDOW) return undefined;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  taken(chars: number): void {
    this.open -= chars;
    if (this.open > OUTPUT_WINDOW) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
