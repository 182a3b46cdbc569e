/** Texts kept in the tab by their hash: full outputs and both sides of a diff. */
export interface BlobStore {
  /** Stores a text and returns its SHA-256, hexadecimal. */
  put(text: string): Promise<string>;
  get(hash: string): Promise<string | undefined>;
}

/** Files as last read, so that reading an unchanged file again costs nothing. */
export interface FileCache {
  /** The cached bytes of a path, if the file is still in this state. */
  get(path: string, state: { readonly mtimeMs: number; readonly size: number }): Uint8Array | undefined;
  set(path: string, state: { readonly mtimeMs: number; readonly size: number }, bytes: Uint8Array): void;
  forget(path: string): void;
}

/** Which files this thread has read, and their contents at that time: the basis for FILE_NOT_READ and STALE_FILE. */
export interface FileLedger {
  /** SHA-256 of the file as this thread last read or wrote it; undefined if it never did. */
  seen(path: string): string | undefined;
  record(path: string, hash: string): void;
  forget(path: string): void;
}

/** The working directory and environment that persist between the shell calls of a thread. */
export interface ShellState {
  cwd: string;
  env: Record<string, string>;
}
