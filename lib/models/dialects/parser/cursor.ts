type Step<T> = Generator<void, T>;

const SPACE = /^\s*/;

/** The text read is not a block of this grammar, and stays text. */
export class NotABlock extends Error {}

/** A block that is certain to be one but has a fault; the rest of it is skipped. */
export class BlockIssue extends Error {}

/**
 * A position in a stream that arrives in pieces. Each method yields until it has what it needs, and looks at each character
 * once: consumed text leaves the window.
 */
export class Cursor {
  #window = '';
  #committed = false;
  #over = false;

  /** Text that has arrived but is not consumed. */
  get rest(): string {
    return this.#window;
  }

  /** Whether this is certain to be a block: a fault is then an error in the block, not a sign that it is none. */
  get committed(): boolean {
    return this.#committed;
  }

  commit(): void {
    this.#committed = true;
  }

  feed(text: string): void {
    this.#window = this.#window === '' ? text : this.#window + text;
  }

  /** Marks the end of the stream. */
  finish(): void {
    this.#over = true;
  }

  /** Whether the stream is over and fully consumed. */
  get spent(): boolean {
    return this.#over && this.#window === '';
  }

  /** Puts back text that was consumed last. */
  unread(text: string): void {
    this.#window = text + this.#window;
  }

  /** Throws `BlockIssue` if the block is certain to be one, otherwise `NotABlock`. */
  issue(message: string): never {
    throw this.#committed ? new BlockIssue(message) : new NotABlock(message);
  }

  *space(): Step<void> {
    yield* this.gap();
  }

  /** Consumes whichever option comes next and returns it; undefined if none does. */
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

  /** Consumes the given text, which must come next. */
  *expect(text: string): Step<void> {
    if ((yield* this.oneOf(text)) === undefined) this.issue(`${text} was expected`);
  }

  /** The next character, without consuming it. */
  *peek(): Step<string> {
    while (this.#window === '') yield;
    return this.#window.charAt(0);
  }

  /** Everything before a marker; consumes the marker too. */
  *until(marker: string): Step<string> {
    const text = yield* this.upTo(marker);
    yield* this.peek();
    this.#window = this.#window.slice(marker.length);
    return text;
  }

  /** Everything before the first of the markers, which is not consumed; the rest of the stream if none comes. */
  *upTo(...markers: readonly string[]): Step<string> {
    const parts: string[] = [];
    const longest = Math.max(...markers.map((marker) => marker.length));
    for (;;) {
      const found = markers.map((marker) => this.#window.indexOf(marker)).filter((at) => at !== -1);
      // A marker may have begun in the text that is kept.
      const kept = this.#over ? 0 : longest - 1;
      const sure = found.length > 0 ? Math.min(...found) : Math.max(0, this.#window.length - kept);
      if (sure > 0) parts.push(this.#window.slice(0, sure));
      this.#window = this.#window.slice(sure);
      if (found.length > 0 || this.#over) return parts.join('');
      yield;
    }
  }

  /** Consumes white space, up to the end of the stream if nothing else follows. */
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

  /** Whether one of the options comes next, without consuming it. */
  *at(...options: readonly string[]): Step<boolean> {
    for (;;) {
      if (options.some((option) => this.#window.startsWith(option))) return true;
      if (!options.some((option) => option.startsWith(this.#window))) return false;
      yield;
    }
  }

  /**
   * The text between `opener`, which comes next, and `end`, without consuming it; undefined if it is longer than `most`
   * characters.
   */
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

  /** Everything before the first character that matches, which is not consumed; at most `most` characters. */
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

  /**
   * One JSON object or list, delimited by its brackets. Brackets and tags inside strings belong to the string; a tag outside
   * one is a fault.
   */
  *json(): Step<string> {
    const { text, closed } = yield* this.brackets();
    if (closed) return text;
    yield* this.peek();
    return this.issue('its JSON is not closed');
  }

  /**
   * Text from a bracket, which comes next, to its counterpart; not `closed` if a tag outside a string, or the end, came
   * first.
   */
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
