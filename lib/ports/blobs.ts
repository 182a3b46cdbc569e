/** Texts kept in the tab by content: full outputs and both sides of a diff. */
export interface BlobStore {
  /** Stores a text and returns its SHA-256, hexadecimal. */
  put(text: string): Promise<string>;
  get(hash: string): Promise<string | undefined>;
}
