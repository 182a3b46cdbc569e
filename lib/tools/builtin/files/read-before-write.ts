import type { ToolResult } from '@/lib/protocol';
import { failure } from '../../result';
import { OUR_SYSTEM } from '../../system';
import type { ToolContext } from '../../tool';
import { fileTexts } from './file-texts';

/** Minimum characters of a hash prefix that identify a file's content. */
export const MIN_HASH_LENGTH = 8;

interface Question {
  readonly context: Pick<ToolContext, 'ledger' | 'language' | 'system'>;
  /** Real path. */
  readonly path: string;
  /** The path as the model wrote it. */
  readonly given: string;
  /** Hash of the file as it is now. */
  readonly hash: string;
  /** The hash that the model expects, or a prefix of it. */
  readonly expectedHash?: string | undefined;
}

/** Refuses to overwrite a file that this thread has not read or that changed since, if the system requires it. */
export function readBeforeWrite({ context, path, given, hash, expectedHash }: Question): ToolResult | undefined {
  const { ledger, system = OUR_SYSTEM } = context;
  if (!system.behaviour.readBeforeWrite) return undefined;
  const texts = fileTexts(context);
  if (!ledger)
    return failure('STORE_UNAVAILABLE', 'What this thread has read is not known now. Make the call again later.');
  const seen = ledger.seen(path);
  if (seen === undefined) {
    return failure('FILE_NOT_READ', texts.notRead(given));
  }
  if (seen !== hash || (expectedHash !== undefined && !hash.startsWith(expectedHash.toLowerCase()))) {
    return failure('STALE_FILE', texts.stale(given));
  }
  return undefined;
}
