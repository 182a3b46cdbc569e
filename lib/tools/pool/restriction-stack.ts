/**
 * Which tools an agent may use while skills run inside one another: only the innermost list counts, and without any list every
 * tool may be used. One stack an agent. Names are compared without regard to case.
 */
export class RestrictionStack {
  readonly #lists: (readonly string[])[] = [];

  get depth(): number {
    return this.#lists.length;
  }

  /** The names that may be used now; undefined means all. */
  get allowed(): readonly string[] | undefined {
    return this.#lists.at(-1);
  }

  /** Narrows to these names until the matching `pop`. */
  push(names: readonly string[]): void {
    this.#lists.push([...names]);
  }

  /** Takes the innermost list away; an empty stack stays empty. */
  pop(): void {
    this.#lists.pop();
  }

  allows(name: string): boolean {
    const wanted = name.toLowerCase();
    return this.allowed?.some((allowed) => allowed.toLowerCase() === wanted) ?? true;
  }

  /** Runs something narrowed to these names, and takes the list away again however it ends. */
  async within<T>(names: readonly string[], run: () => Promise<T>): Promise<T> {
    this.push(names);
    const { depth } = this;
    try {
      return await run();
    } finally {
      this.#lists.length = depth - 1;
    }
  }
}
