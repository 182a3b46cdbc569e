import type { FetchedPage } from './page';

const LIFETIME_MS = 15 * 60_000;
/** Most characters that are kept in all. */
const MAX_CHARACTERS = 20_000_000;

/** In characters; text that is identical to the body is stored once. */
const sizeOf = ({ text, body }: FetchedPage): number => text.length + (body === text ? 0 : body.length);

/**
 * Pages by URL alone, for 15 minutes. Every access removes expired pages, and the oldest ones while the size limit is
 * exceeded.
 */
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
    this.#characters += sizeOf(page);
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
    const kept = this.#pages.get(url);
    if (!kept) return;
    this.#characters -= sizeOf(kept.page);
    this.#pages.delete(url);
  }
}
