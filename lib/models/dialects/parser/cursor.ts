type Step<T> = Generator<void, T>;

const SPACE = /^\s*/;

/** What was read is no block of this grammar after all, and stays text. */
export class NotABlock extends Error {}

/** A block that began well and then went wrong; the rest of it is skipped. */
export class BlockIssue extends Error {}

/**
 * A place in a stream that arrives in pieces. Each method yields until it has what it needs, and looks at every character
 * once: what is passed leaves the window.
 */
export class Cursor {
  #window = '';
  #committed = false;
  #over = false;

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

  /** Says that nothing more will come. */
  finish(): void {
    this.#over = true;
  }

  /** Whether the stream is over, and all of it passed. */
  get spent(): boolean {
    return this.#over && this.#window === '';
  }

  /** Puts back what was passed last. */
  unread(text: string): void {
    this.#window = text + this.#window;
  }

  /** Throws the fault that fits: of a block, or of something that is none. */
  issue(message: string): never {
    throw this.#committed ? new BlockIssue(message) : new NotABlock(message);
  }

  *space(): Step<void> {
    yield* this.gap();
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
    if ((yield* this.oneOf(text)) === undefined) this.issue(`${text} was expected`);
  }

  /** The next character, not passed. */
  *peek(): Step<string> {
    while (this.#window === '') yield;
    return this.#window.charAt(0);
  }

  /** Everything before a marker, which is passed too. */
  *until(marker: string): Step<string> {
    const text = yield* this.upTo(marker);
    yield* this.peek();
    this.#window = this.#window.slice(marker.length);
    return text;
  }

  /** Everything before the first of some markers, which stays; all that is left where the stream ends before. */
  *upTo(...markers: readonly string[]): Step<string> {
    const parts: string[] = [];
    const longest = Math.max(...markers.map((marker) => marker.length));
    for (;;) {
      const found = markers.map((marker) => this.#window.indexOf(marker)).filter((at) => at !== -1);
      // A marker may have begun in what is kept.
      const kept = this.#over ? 0 : longest - 1;
      const sure = found.length > 0 ? Math.min(...found) : Math.max(0, this.#window.length - kept);
      if (sure > 0) parts.push(this.#window.slice(0, sure));
      this.#window = this.#window.slice(sure);
      if (found.length > 0 || this.#over) return parts.join('');
      yield;
    }
  }

  /** White space, passed; to the end of the stream, if nothing else follows. */
  *gap(): Step<string> {
    const parts: string[] = [];
    for (;;) {
      const [gap = ''] = SPACE.exec(this.#window) ?? [];
      parts.push(gap);
      this.#window = this.#window.slice(gap.length);
      if (this.#window !== '' || this.#over) return parts.join('');
      yield;
    }
  }

  /** Whether one of the options comes next, not passed. */
  *at(...options: readonly string[]): Step<boolean> {
    for (;;) {
      if (options.some((option) => this.#window.startsWith(option))) return true;
      if (!options.some((option) => option.startsWith(this.#window))) return false;
      yield;
    }
  }

  /** What stands between `opener`, which comes next, and `end`, not passed; undefined where that is more than `most` characters. */
  *inside(opener: string, end: string, most: number): Step<string | undefined> {
    const farthest = opener.length + most + end.length;
    for (;;) {
      const near = this.#window.slice(0, farthest);
      const at = near.indexOf(end, opener.length);
      if (at !== -1) return near.slice(opener.length, at);
      if (near.length === farthest || this.#over) return undefined;
      yield;
    }
  }

  /** Everything before the first character that matches, which stays; at most `most` characters. */
  *before(stop: RegExp, most: number): Step<string> {
    for (;;) {
      const at = this.#window.search(stop);
      if (at > most || (at === -1 && this.#window.length > most)) this.issue('a name goes on for too long');
      if (at !== -1) {
        const text = this.#window.slice(0, at);
        this.#window = this.#window.slice(at);
        return text;
      }
      yield;
    }
  }

  /** One JSON object or list, told by its brackets; a bracket or a tag inside a string is part of the string, one outside it a fault. */
  *json(): Step<string> {
    const { text, closed } = yield* this.brackets();
    if (closed) return text;
    yield* this.peek();
    return this.issue('its JSON is not closed');
  }

  /** What stands between a bracket, which comes next, and its counterpart; not `closed` where a tag outside a string or the end came first. */
  *brackets(): Step<{ text: string; closed: boolean }> {
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
          continue;
        }
        if (code === QUOTE) inString = true;
        else if (code === BRACE_OPEN || code === BRACKET_OPEN) depth += 1;
        else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) depth -= 1;
        else if (code !== TAG) continue;
        const closed = code !== TAG;
        if (closed && (inString || depth > 0)) continue;
        const end = closed ? index + 1 : index;
        parts.push(window.slice(0, end));
        this.#window = window.slice(end);
        return { text: parts.join(''), closed };
      }
      parts.push(window);
      this.#window = '';
      if (this.#over) return { text: parts.join(''), closed: false };
      yield;
    }
  }
}

const [QUOTE, TAG, BACKSLASH, BRACE_OPEN, BRACE_CLOSE, BRACKET_OPEN, BRACKET_CLOSE] = [34, 60, 92, 123, 125, 91, 93];
