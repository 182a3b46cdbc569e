import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { StorageError, type StorageCode } from '../event-log';

/** SQLite's own errors, whatever class the driver gives them. */
const FaultSchema = z.object({ code: z.string().startsWith('SQLITE_'), message: z.string() });

/** Errors of the file system. */
const SystemFaultSchema = z.object({ code: z.string(), syscall: z.string() });

const OF_SYSTEM: ReadonlyMap<string, StorageCode> = new Map([
  ['ENOSPC', 'STORAGE_FULL'],
  ['EDQUOT', 'STORAGE_FULL'],
  ['EFBIG', 'STORAGE_FULL'],
  ['EACCES', 'STORAGE_READ_ONLY'],
  ['EROFS', 'STORAGE_READ_ONLY'],
  ['EPERM', 'STORAGE_READ_ONLY'],
  ['ENOTDIR', 'STORAGE_READ_ONLY'],
  ['EEXIST', 'STORAGE_READ_ONLY'],
]);

const CODES: readonly (readonly [prefix: string, code: StorageCode])[] = [
  ['SQLITE_FULL', 'STORAGE_FULL'],
  ['SQLITE_READONLY', 'STORAGE_READ_ONLY'],
  ['SQLITE_CANTOPEN', 'STORAGE_READ_ONLY'],
  ['SQLITE_PERM', 'STORAGE_READ_ONLY'],
  ['SQLITE_CORRUPT', 'STORAGE_DAMAGED'],
  ['SQLITE_NOTADB', 'STORAGE_DAMAGED'],
  ['SQLITE_BUSY', 'STORAGE_LOCKED'],
  ['SQLITE_LOCKED', 'STORAGE_LOCKED'],
];

const WORDS: Record<StorageCode, (file: string) => string> = {
  STORAGE_FULL: (file) =>
    `The disk that holds ${file} is full, so nothing new can be kept. Everything up to now is kept. Make room, and go on.`,
  STORAGE_READ_ONLY: (file) =>
    `The server may not write ${file}, so nothing new can be kept. What is in it is kept. Make the folder writable, or name another in TOOLYARD_DATA.`,
  STORAGE_DAMAGED: (file) =>
    `${file} is damaged and cannot be read. It has not been changed. Stop the server and put a copy that npm run backup made in its place, or move the file away to begin anew.`,
  STORAGE_LOCKED: (file) =>
    `Another program holds ${file}, so nothing new can be kept just now. Everything up to now is kept. Try again once it lets go.`,
  STORAGE_GONE: (file) =>
    `${file} was removed or replaced while the server runs, so nothing new can be kept. Put it back, or restart the server with what is there now.`,
  STORAGE_FAILED: (file) => `${file} could not be read or written. What was acknowledged before is kept.`,
};

/** What is full where it is not the disk. */
const FULL: ReadonlyMap<string, (file: string) => string> = new Map([
  [
    'EFBIG',
    (file) =>
      `A file may not grow any larger than ${file} has (ulimit -f), so nothing new can be kept. Everything up to now is kept. Raise the limit, restart the server, and go on.`,
  ],
  [
    'EDQUOT',
    (file) =>
      `The quota of the disk that holds ${file} is used up, so nothing new can be kept. Everything up to now is kept. Make room, and go on.`,
  ],
]);

/** An error of the file whose message says what is kept and what to do. */
export const storageError = (code: StorageCode, file: string, cause?: unknown): StorageError =>
  new StorageError(code, WORDS[code](file), { cause });

/** The thrown error as a `StorageError` if SQLite or the file system threw it, otherwise unchanged. */
export function asStorageError(thrown: unknown, file: string): unknown {
  const fault = FaultSchema.safeParse(thrown).data;
  if (fault) {
    const known = CODES.find(([prefix]) => fault.code.startsWith(prefix));
    if (known) return storageError(known[1], file, thrown);
    // SQLite does not say why the system refused it.
    const why = fault.code.startsWith('SQLITE_IOERR') ? whyNotWritten(file) : undefined;
    return ofSystem(why, file, thrown);
  }
  // The driver gives no code if it cannot open the file.
  if (thrown instanceof Error && thrown.message.startsWith('ConnectionFailed')) {
    return storageError('STORAGE_READ_ONLY', file, thrown);
  }
  const system = SystemFaultSchema.safeParse(thrown).data;
  return system ? ofSystem(system.code, file, thrown) : thrown;
}

function ofSystem(why: string | undefined, file: string, cause: unknown): StorageError {
  const code = OF_SYSTEM.get(why ?? '') ?? 'STORAGE_FAILED';
  const words = FULL.get(why ?? '') ?? WORDS[code];
  return new StorageError(code, words(file), { cause });
}

/** About what SQLite adds to a file at once. */
const ADDED = Buffer.alloc(8_192);

/** The system's error for another file of that name and size that is written; undefined if that goes well. */
function whyNotWritten(file: string): string | undefined {
  const draft = `${file}-tried`;
  try {
    const sizes = [file, `${file}-wal`].map(
      (name) => statSync(/* turbopackIgnore: true */ name, { throwIfNoEntry: false })?.size ?? 0,
    );
    const written = openSync(draft, 'w', 0o600);
    try {
      // Past the end: what is before takes no room.
      let at = Math.max(...sizes);
      for (let left = ADDED.length; left > 0;) {
        const count = writeSync(written, ADDED, 0, left, at);
        [at, left] = [at + count, left - count];
      }
    } finally {
      closeSync(written);
      rmSync(draft, { force: true });
    }
    return undefined;
  } catch (error) {
    return SystemFaultSchema.safeParse(error).data?.code;
  }
}

/** Runs work that reads or writes a file, and turns its errors into `StorageError`. */
export function storing<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStorageError(error, file);
  }
}

/** Whether a retry a little later may help. */
export const isBusyError = (thrown: unknown): boolean =>
  FaultSchema.safeParse(thrown).data?.code.startsWith('SQLITE_BUSY') ?? false;

/** How long a write waits for another process's, in total and blocking at a time, in milliseconds. */
export const BUSY_MS = 5_000;
export const WAIT_MS = 20;

/**
 * Runs the first statements on the file, with retries while another process opens it too: SQLite itself does not wait for
 * these.
 */
export function whileBusy(work: () => void): void {
  const until = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusyError(error) || performance.now() > until) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
}
