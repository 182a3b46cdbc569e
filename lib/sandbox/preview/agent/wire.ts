import type { PageAnswer, FetchedPart, PlacedElement, Sent } from '../messages';
import { MAX_REQUESTS, MAX_SENT, MAX_URL } from '../limits';

/** The page's only connection to the outside: its scripts' requests go through it and are answered from the sandbox. */
export class Wire {
  /** The number of pending requests. */
  open = 0;
  /** The total number of requests so far. */
  count = 0;
  /** Where the page's scripts have gone from its URL. */
  address: URL;
  /** The folder of the frame's own location, for a browser that does not let it change. */
  private readonly folder = location.pathname.replace(/[^/]*$/, '');
  private readonly fetches = new Map<number, (answer: FetchedPart) => void>();
  private readonly imports = new Map<number, (module: PlacedElement) => void>();

  constructor(
    /** The URL the page is shown for. */
    readonly base: URL,
    readonly send: (message: PageAnswer) => void,
  ) {
    this.address = base;
  }

  /** Resolves a script's URL. URLs relative to the frame's own location, which scripts can see, are mapped to the page's. */
  resolve(reference: string): URL {
    const url = new URL(reference, this.address);
    if (url.origin !== location.origin) return url;
    const path = url.pathname.startsWith(this.folder) ? url.pathname.slice(this.folder.length) : url.pathname;
    return new URL(path + url.search + url.hash, this.address);
  }

  async fetch(request: Sent): Promise<Exclude<FetchedPart, { fault: string }>> {
    if (request.url.length > MAX_URL) throw new TypeError(`An address is ${MAX_URL} characters long at most.`);
    if ((request.body?.byteLength ?? 0) > MAX_SENT) throw new TypeError(`A request is ${MAX_SENT} bytes at most.`);
    const answer = await this.ask(this.fetches, (id) => ({ kind: 'fetch', id, request }));
    if ('fault' in answer) throw new TypeError(answer.fault);
    return answer;
  }

  /** Finds the module that a script imports, relative to its own URL. */
  async place(name: string, base: string): Promise<Exclude<PlacedElement, { fault: string }>> {
    const found = await this.ask(this.imports, (id) => ({ kind: 'import', id, name, base }));
    if ('fault' in found) throw new TypeError(found.fault);
    return found;
  }

  fetched(id: number, answer: FetchedPart): void {
    this.fetches.get(id)?.(answer);
  }

  placed(id: number, module: PlacedElement): void {
    this.imports.get(id)?.(module);
  }

  private async ask<T>(waiting: Map<number, (answer: T) => void>, message: (id: number) => PageAnswer): Promise<T> {
    if (this.open >= MAX_REQUESTS) throw new TypeError(`${MAX_REQUESTS} requests wait already.`);
    this.open += 1;
    this.count += 1;
    const id = this.count;
    try {
      return await new Promise<T>((resolve) => {
        waiting.set(id, resolve);
        this.send(message(id));
      });
    } finally {
      waiting.delete(id);
      this.open -= 1;
    }
  }
}
