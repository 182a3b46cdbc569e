/** A fetched page as it is cached. */
export interface FetchedPage {
  readonly title: string;
  /** Readable text, without link addresses. */
  readonly text: string;
  /** The response body as received. */
  readonly body: string;
  /** Content type of the body, such as `text/html`. */
  readonly type: string;
  readonly bytes: number;
  /** Whether the response was longer than what was read. */
  readonly cut: boolean;
}

/** A page, or the address on another host that it has moved to: the server leaves it to the caller whether to go there. */
export type FetchOutcome = { readonly page: FetchedPage } | { readonly movedTo: string };
