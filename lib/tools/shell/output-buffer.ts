/** Characters of one command's output that are kept: the first and the last half. */
export const KEPT_OUTPUT = 4_000_000;

/** Collects output of any length in bounded memory: the beginning and the end of it. */
export class OutputBuffer {
  #head = '';
  #tail: string[] = [];
  #tailLength = 0;
  #omitted = 0;

  constructor(private readonly limit = KEPT_OUTPUT) {}

  push(text: string): void {
    const room = Math.max(0, this.limit / 2 - this.#head.length);
    this.#head += text.slice(0, room);
    if (text.length <= room) return;
    this.#tail.push(text.slice(room));
    this.#tailLength += text.length - room;
    if (this.#tailLength > this.limit) this.#shrink();
  }

  toString(): string {
    this.#shrink();
    const gap = this.#omitted === 0 ? '' : `\n[… ${this.#omitted.toLocaleString('en')} characters left out …]\n`;
    return this.#head + gap + this.#tail.join('');
  }

  /** Drops the beginning of the tail, seldom enough that a flood of small pieces stays cheap. */
  #shrink(): void {
    const excess = this.#tailLength - this.limit / 2;
    if (excess <= 0) return;
    const kept = this.#tail.join('').slice(excess);
    this.#omitted += excess;
    this.#tail = [kept];
    this.#tailLength = kept.length;
  }
}
