import type { Terminal } from '../../language/shell';
import { decode } from '../../../../bytes-text';
import type { Input } from '../input';

// oxlint-disable-next-line no-control-regex
const KEY = /\x1b(?:\[[\d;]*[A-Za-z~]|O[A-Z]|[^[O])|[\s\S]/gu;

/** The keys that are typed at a terminal, one at a time. */
export class Keyboard {
  private readonly ahead: string[] = [];

  constructor(private readonly input: Input) {}

  /** The next key; undefined at the end of the input. */
  async next(): Promise<string | undefined> {
    while (this.ahead.length === 0) {
      const bytes = await this.input.read();
      if (!bytes) return undefined;
      this.ahead.push(...(decode(bytes).match(KEY) ?? []));
    }
    return this.ahead.shift();
  }

  /** A line, which `show` shows while it is typed; undefined if it is given up. */
  async line(show: (text: string) => Promise<void>): Promise<string | undefined> {
    let text = '';
    for (;;) {
      await show(text);
      const key = await this.next();
      if (key === undefined || key === '\x1b' || key === '\x03') return undefined;
      if (key === '\r' || key === '\n') return text;
      if (key === '\x15') text = '';
      else if (key !== '\x7f' && key !== '\b') text += key.startsWith('\x1b') ? '' : key;
      else if (text === '') return undefined;
      else text = Array.from(text).slice(0, -1).join('');
    }
  }
}

/** Runs while a program gets each key of the terminal as it is. */
export async function withKeys<T>(terminal: Terminal, run: () => Promise<T>): Promise<T> {
  const { raw } = terminal;
  try {
    terminal.raw = true;
    return await run();
  } finally {
    terminal.raw = raw;
  }
}
