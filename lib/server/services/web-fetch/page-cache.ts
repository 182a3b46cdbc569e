import type { FetchedPage } from './page';

const LIFETIME_MS = 15 * 60_000;
/** Characters of text that are kept in all. */
const MAX_CHARACTERS = 20_000_000;

/** Pages by their URL alone, for 15 minutes. Whatever is done with it throws out what is too old; the oldest goes where it is too much. */
export class PageCache {
  readonly #pages = new Map<string, { page: FetchedPage; at: number }>();
  #characters = 0;

  constructor(readonly now: () => number) {}

  get size(): number {
    this.#clean();
    return this.#pages.size;
  }

  get(url: string): FetchedPage | undefined {
    this.#clean();
    return this.#pages.get(url)?.page;
  }

  set(url: string, page: FetchedPage): void {
    this.#remove(url);
    this.#pages.set(url, { page, at: this.now() });
    this.#characters += page.text.length;
    this.#clean();
  }

  #clean(): void {
    const oldest = this.now() - LIFETIME_MS;
    for (const [url, { at }] of this.#pages) {
      if (at > oldest && this.#characters <= MAX_CHARACTERS) return;
      this.#remove(url);
    }
  }

  #remove(url: string): void {
    this.#characters -= this.#pages.get(url)?.page.text.length ?? 0;
    this.#pages.delete(url);
  }
}
