/** A list that only grows, or changes at its end. It is copied before it is first changed. */
export class FoldedList<T> {
  #list: readonly T[];
  #own: T[] | undefined;

  constructor(list: readonly T[]) {
    this.#list = list;
  }

  get list(): readonly T[] {
    return this.#list;
  }

  push(item: T): void {
    this.#copied().push(item);
  }

  replaceLast(item: T): void {
    this.#copied()[this.#list.length - 1] = item;
  }

  #copied(): T[] {
    this.#own ??= [...this.#list];
    this.#list = this.#own;
    return this.#own;
  }
}
