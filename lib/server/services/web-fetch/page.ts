/** A page as it is kept: text for a reader, no addresses in it. */
export interface FetchedPage {
  readonly title: string;
  readonly text: string;
  readonly bytes: number;
  /** Whether it was longer than what was read. */
  readonly cut: boolean;
}

/** A page, or the address on another host to which it has moved: whether to go there is not the server's choice. */
export type Fetched = { readonly page: FetchedPage } | { readonly movedTo: string };
