import type { FileLedger } from '@/lib/ports';
import type { ToolResult } from '@/lib/protocol';
import { failure } from '../../result';

/** Fewest characters of a hash that name a file's content. */
export const MIN_HASH_LENGTH = 8;

interface Question {
  readonly ledger: FileLedger | undefined;
  /** Real path. */
  readonly path: string;
  /** The path as the model wrote it. */
  readonly given: string;
  /** Hash of the file as it is now. */
  readonly hash: string;
  /** What the model thinks the hash is: all of it or its beginning. */
  readonly expectedHash?: string | undefined;
}

/** Refuses to overwrite what this thread has not read, or what has changed since. Undefined if it may go on. */
export function readBeforeWrite({ ledger, path, given, hash, expectedHash }: Question): ToolResult | undefined {
  if (!ledger)
    return failure('STORE_UNAVAILABLE', 'What this thread has read is not known now. Make the call again later.');
  const seen = ledger.seen(path);
  if (seen === undefined) {
    return failure(
      'FILE_NOT_READ',
      `${given} exists and has not been read in this conversation. Read it first, then change it.`,
    );
  }
  if (seen !== hash || (expectedHash !== undefined && !hash.startsWith(expectedHash.toLowerCase()))) {
    return failure(
      'STALE_FILE',
      `${given} is not as it was when you read it: a person or a program has changed it since. Read it again, then ` +
        'make your change to what it says now.',
    );
  }
  return undefined;
}
