/** A page as it is kept. */
export interface FetchedPage {
  readonly title: string;
  /** For a reader, without addresses. */
  readonly text: string;
  /** As it came. */
  readonly body: string;
  /** What the body is, such as `text/html`. */
  readonly type: string;
  readonly bytes: number;
  /** Whether it was longer than what was read. */
  readonly cut: boolean;
}

/** A page, or the address on another host to which it has moved: whether to go there is not the server's choice. */
export type Fetched = { readonly page: FetchedPage } | { readonly movedTo: string };
