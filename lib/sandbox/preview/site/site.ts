export interface SiteRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array;
}

export interface SiteAnswer {
  /** The response's URL, after all redirects. */
  readonly url: URL;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** The source of a page and its resources. Rejects with a `PageFailure`, or with the signal's reason. */
export type Site = (request: SiteRequest, signal: AbortSignal) => Promise<SiteAnswer>;

/** A GET request. */
export const get = (url: URL): SiteRequest => ({ url, method: 'GET', headers: [] });

/** A response's media type, without its parameters. */
export const mediaTypeOf = (answer: Pick<SiteAnswer, 'headers'>): string =>
  (answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '')
    .replace(/;.*$/s, '')
    .trim()
    .toLowerCase();
