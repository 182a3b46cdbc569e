/** How many streams of each thread are open in this process. */
export class OpenStreams {
  readonly #count = new Map<string, number>();

  /** Counts one more, until what it returns is called. */
  add(threadId: string): () => void {
    this.#change(threadId, 1);
    let listening = true;
    return () => {
      if (listening) this.#change(threadId, -1);
      listening = false;
    };
  }

  has(threadId: string): boolean {
    return this.#count.has(threadId);
  }

  #change(threadId: string, by: 1 | -1): void {
    const count = (this.#count.get(threadId) ?? 0) + by;
    if (count > 0) this.#count.set(threadId, count);
    else this.#count.delete(threadId);
  }
}
