import { SandboxError } from '@/lib/ports';
import type { FileContext } from '../../requirements';
import { failed, ok, type Outcome } from '../../result';
import { sha256 } from '@/lib/protocol';
import type { ToolContext } from '../../tool';
import { fileTexts } from './file-texts';
import { sandboxFailure } from './sandbox-failure';
import { decodeText, encodeText, type TextForm } from './text-encoding';

/** Largest file that a tool reads, bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** A file's bytes, which may be those of the cache and are not to be changed, and their SHA-256. */
export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** A text file as it stands: with its own line ends, without its byte order mark. */
export interface TextFile {
  readonly text: string;
  readonly form: TextForm;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

/** Hashes of bytes that are kept: those of a file that has not changed are the same object. */
const hashes = new WeakMap<Uint8Array, string>();

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = hashes.get(bytes) ?? (await sha256(new Uint8Array(bytes)));
  hashes.set(bytes, hash);
  return hash;
}

/** Reads a file of at most 10 MB. `given` is the path as the model wrote it. */
export async function readFileBytes(context: FileContext, path: string, given: string): Promise<Outcome<FileBytes>> {
  const { sandbox, fileCache, signal } = context;
  const texts = fileTexts(context);
  try {
    const state = await sandbox.fs.stat(path);
    const { type, size } = state;
    if (type === 'directory') return failed('IS_DIRECTORY', texts.isFolder(given));
    if (size > MAX_FILE_BYTES) {
      return failed('FILE_TOO_LARGE', texts.tooLarge(given, mebibytes(size), mebibytes(MAX_FILE_BYTES)));
    }
    const known = fileCache?.get(path, state);
    const bytes = known ?? (await sandbox.fs.readFile(path));
    signal.throwIfAborted();
    if (!known) fileCache?.set(path, state, bytes);
    return ok({ bytes, hash: await hashOf(bytes) });
  } catch (error) {
    return { ok: false, failure: sandboxFailure(context, error, given, 'read') };
  }
}

/** Reads a text file; BINARY_FILE if it is none. */
export async function readTextFile(context: FileContext, path: string, given: string): Promise<Outcome<TextFile>> {
  const read = await readFileBytes(context, path, given);
  return read.ok ? asText(context, read.value, given) : read;
}

/** A file's bytes as text; BINARY_FILE if they are none. */
export function asText(
  context: Pick<ToolContext, 'language' | 'system'>,
  { bytes, hash }: FileBytes,
  given: string,
): Outcome<TextFile> {
  const decoded = decodeText(bytes);
  if (decoded) return ok({ ...decoded, hash });
  return failed('BINARY_FILE', fileTexts(context).binary(given, bytes.length.toLocaleString('en')));
}

/** Writes a text file in the given form and returns its new hash. Missing folders are created. */
export async function writeTextFile(
  context: FileContext,
  path: string,
  given: string,
  text: string,
  form: TextForm,
): Promise<Outcome<string>> {
  const { sandbox, fileCache } = context;
  const bytes = new Uint8Array(encodeText(text, form));
  try {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (folder !== '') await sandbox.fs.mkdir(folder, { recursive: true });
    fileCache?.forget(path);
    await sandbox.fs.writeFile(path, bytes);
    return ok(await sha256(bytes));
  } catch (error) {
    // A folder that takes nothing new, as /proc: there is nothing to look for.
    if (error instanceof SandboxError && error.code === 'ENOENT')
      return failed('WRITE_ERROR', fileTexts(context).notDone(given, 'write', error.message));
    return { ok: false, failure: sandboxFailure(context, error, given, 'write') };
  }
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '');
