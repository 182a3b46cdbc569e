/** Files as they were last read, so that a second read of an unchanged file costs nothing. */
export interface FileCache {
  /** The bytes under a path if they are still those of this state of the file. */
  get(path: string, state: { readonly mtimeMs: number; readonly size: number }): Uint8Array | undefined;
  set(path: string, state: { readonly mtimeMs: number; readonly size: number }, bytes: Uint8Array): void;
  forget(path: string): void;
}
