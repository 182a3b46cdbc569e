import type { FileDiff } from '@/lib/protocol';
import {
  displayPath,
  resolveWritePath,
  type ResolvedPath,
  type FileContext,
  readTextFile,
  writeTextFile,
  type TextFile,
  UTF8,
} from '../../files';
import { ok, type Outcome } from '../../result';
import { fileDiff } from './file-diff';
import { readBeforeWrite } from './read-before-write';

/** A file that may be written to, in its current state; `file` is undefined if it does not exist yet. */
export interface ChangeTarget extends ResolvedPath {
  readonly given: string;
  readonly file: TextFile | undefined;
}

/** Opens a file for a change: it must be inside the write roots, read before, and unchanged since. */
export async function openForChange(
  context: FileContext,
  given: string,
  expectedHash: string | undefined,
): Promise<Outcome<ChangeTarget>> {
  const resolved = await resolveWritePath(context, given);
  if (!resolved.ok) return resolved;
  const { real } = resolved.value;
  const file = await readTextFile(context, real, given);
  if (!file.ok && file.failure.error === 'NOT_FOUND') return ok({ ...resolved.value, given, file: undefined });
  if (!file.ok) return file;
  const { hash } = file.value;
  const refusal = readBeforeWrite({ context, path: real, given, hash, expectedHash });
  return refusal ? { ok: false, failure: refusal } : ok({ ...resolved.value, given, file: file.value });
}

/** Writes the new text in the file's encoding, records it as seen, and describes the change. */
export async function commitChange(
  context: FileContext,
  target: ChangeTarget,
  text: string,
): Promise<Outcome<FileDiff>> {
  const { real, given, file } = target;
  // The last chance to abort: from here on, the change is made completely.
  context.signal.throwIfAborted();
  const written = await writeTextFile(context, real, given, text, file?.form ?? UTF8);
  if (!written.ok) return written;
  context.ledger?.record(real, written.value);
  return ok(await describeChange(context, target, text));
}

/** Describes a change without making it. */
export const describeChange = (
  { sandbox, blobs }: FileContext,
  { path, file }: ChangeTarget,
  text: string,
): Promise<FileDiff> => fileDiff(blobs, { path: displayPath(sandbox, path), before: file?.text, after: text });
