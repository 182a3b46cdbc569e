/** Texts kept in the tab by content: full outputs and both sides of a diff. */
export interface BlobStore {
  /** Stores a text and returns its SHA-256, hexadecimal. */
  put(text: string): Promise<string>;
  get(hash: string): Promise<string | undefined>;
}

/** Files as they were last read, so that a second read of an unchanged file costs nothing. */
export interface FileCache {
  /** The bytes under a path if they are still those of this state of the file. */
  get(path: string, state: { readonly mtimeMs: number; readonly size: number }): Uint8Array | undefined;
  set(path: string, state: { readonly mtimeMs: number; readonly size: number }, bytes: Uint8Array): void;
  forget(path: string): void;
}

/** Which files this thread has read, and how they looked then: what FILE_NOT_READ and STALE_FILE are decided by. */
export interface FileLedger {
  /** SHA-256 of the file as it was last read or written by this thread; undefined if never. */
  seen(path: string): string | undefined;
  record(path: string, hash: string): void;
  forget(path: string): void;
}

/** The working directory and environment that persist from one shell call of a thread to the next. */
export interface ShellState {
  cwd: string;
  env: Record<string, string>;
}
