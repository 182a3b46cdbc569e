import { BlockFault, NotABlock } from './grammar';

type Step<T> = Generator<void, T>;

const SPACE = /^\s*/;

/**
 * A place in a stream that arrives in pieces. Each method yields until it has what it needs, and looks at every character
 * once: what is passed leaves the window.
 */
export class Cursor {
  #window = '';
  #committed = false;

  /** What has arrived and is not passed. */
  get rest(): string {
    return this.#window;
  }

  /** Whether it is certain that this is a block: a fault is then the block's, and not a sign that it is none. */
  get committed(): boolean {
    return this.#committed;
  }

  commit(): void {
    this.#committed = true;
  }

  feed(text: string): void {
    this.#window = this.#window === '' ? text : this.#window + text;
  }

  /** Throws the fault that fits: of a block, or of something that is none. */
  fault(message: string): never {
    throw this.#committed ? new BlockFault(message) : new NotABlock(message);
  }

  *space(): Step<void> {
    for (;;) {
      this.#window = this.#window.replace(SPACE, '');
      if (this.#window !== '') return;
      yield;
    }
  }

  /** Which of the options comes next, passed; undefined where none does. */
  *oneOf<T extends string>(...options: readonly T[]): Step<T | undefined> {
    for (;;) {
      const found = options.find((option) => this.#window.startsWith(option));
      if (found !== undefined) {
        this.#window = this.#window.slice(found.length);
        return found;
      }
      if (!options.some((option) => option.startsWith(this.#window))) return undefined;
      yield;
    }
  }

  /** Passes what has to come next. */
  *expect(text: string): Step<void> {
    if ((yield* this.oneOf(text)) === undefined) this.fault(`${text} was expected`);
  }

  /** The next character, not passed. */
  *peek(): Step<string> {
    while (this.#window === '') yield;
    return this.#window.charAt(0);
  }

  /** Everything before a marker, which is passed too. */
  *until(marker: string): Step<string> {
    const parts: string[] = [];
    for (;;) {
      const at = this.#window.indexOf(marker);
      if (at !== -1) {
        parts.push(this.#window.slice(0, at));
        this.#window = this.#window.slice(at + marker.length);
        return parts.join('');
      }
      // The marker may have begun in what is kept.
      const sure = Math.max(0, this.#window.length - marker.length + 1);
      if (sure > 0) parts.push(this.#window.slice(0, sure));
      this.#window = this.#window.slice(sure);
      yield;
    }
  }

  /** Everything before the first character that matches, which stays; at most `most` characters. */
  *before(stop: RegExp, most: number): Step<string> {
    for (;;) {
      const at = this.#window.search(stop);
      if (at > most || (at === -1 && this.#window.length > most)) this.fault('a name goes on for too long');
      if (at !== -1) {
        const text = this.#window.slice(0, at);
        this.#window = this.#window.slice(at);
        return text;
      }
      yield;
    }
  }

  /** One JSON object or list, told by its brackets; a bracket or a tag inside a string is part of the string. */
  *json(): Step<string> {
    const parts: string[] = [];
    let depth = 0;
    let inString = false;
    let escaped = false;
    for (;;) {
      const window = this.#window;
      for (let index = 0; index < window.length; index += 1) {
        const code = window.charCodeAt(index);
        if (inString) {
          if (escaped) escaped = false;
          else if (code === BACKSLASH) escaped = true;
          else if (code === QUOTE) inString = false;
        } else if (code === QUOTE) inString = true;
        else if (code === BRACE_OPEN || code === BRACKET_OPEN) depth += 1;
        else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) {
          depth -= 1;
          if (depth > 0) continue;
          parts.push(window.slice(0, index + 1));
          this.#window = window.slice(index + 1);
          return parts.join('');
        }
      }
      parts.push(window);
      this.#window = '';
      yield;
    }
  }
}

const [QUOTE, BACKSLASH, BRACE_OPEN, BRACE_CLOSE, BRACKET_OPEN, BRACKET_CLOSE] = [34, 92, 123, 125, 91, 93];
