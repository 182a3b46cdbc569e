export interface SiteRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array;
}

export interface SiteAnswer {
  /** Where the answer came from, after all redirections. */
  readonly url: URL;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** Where a page and its parts come from. Rejects with a `PageFailure`, or with the signal's reason. */
export type Site = (request: SiteRequest, signal: AbortSignal) => Promise<SiteAnswer>;

/** A request for something to look at. */
export const get = (url: URL): SiteRequest => ({ url, method: 'GET', headers: [] });

/** An answer's media type, without its parameters. */
export const mediaTypeOf = (answer: Pick<SiteAnswer, 'headers'>): string =>
  (answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '')
    .replace(/;.*$/s, '')
    .trim()
    .toLowerCase();
