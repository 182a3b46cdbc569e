/** Which files this thread has read, and how they looked then: what FILE_NOT_READ and STALE_FILE are decided by. */
export interface FileLedger {
  /** SHA-256 of the file as it was last read or written by this thread; undefined if never. */
  seen(path: string): string | undefined;
  record(path: string, hash: string): void;
  forget(path: string): void;
}
