import { SandboxError, type Sandbox } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { fileTexts } from './builtin/files/file-texts';
import { failed, ok, type Outcome } from './result';
import type { ToolContext } from './tool';
import { sha256, type Language } from '@/lib/protocol';
import { sandboxFailure } from './builtin/files/sandbox-failure';
import { wholeCharacter } from './truncate';

/** A context that is known to have a sandbox. */
export type FileContext = ToolContext & { readonly sandbox: Sandbox };

/** The context with its sandbox, or a failure if there is none. */
export function needSandbox(context: ToolContext): Outcome<FileContext> {
  const { sandbox } = context;
  if (sandbox) return ok({ ...context, sandbox });
  return failed(
    'STORE_UNAVAILABLE',
    context.language === 'zh'
      ? '目前没有沙箱。请等它启动后再次调用。'
      : 'There is no sandbox at the moment. Wait for it to start, then make the call again.',
  );
}

/** The parts of a context needed to resolve a path. */
export type PathContext = Pick<ToolContext, 'shell' | 'cwd' | 'env' | 'writeRoots' | 'language' | 'system'> & {
  readonly sandbox: Sandbox;
  readonly worktrees?: { current(): { readonly path: string } | undefined } | undefined;
};

/** A path as given and as resolved. Both are absolute. */
export interface ResolvedPath {
  /** Normalised. */
  readonly path: string;
  /** With symbolic links resolved, as far as the path exists. */
  readonly real: string;
}

/** Makes a model's path absolute and normalised: strips `@`, expands `~`, and resolves it against the shell's folder. */
export function absolutePath({ sandbox, shell, cwd, env }: PathContext, given: string): string {
  const bare = given.trim().replace(/^@/, '');
  const home = shell?.env.HOME ?? env?.HOME ?? sandbox.workdir;
  if (bare === '~' || bare.startsWith('~/')) return normalise(home + bare.slice(1));
  return normalise(bare.startsWith('/') ? bare : `${shell?.cwd ?? cwd ?? sandbox.workdir}/${bare}`);
}

/** A write root as an absolute path. A relative one starts at the worktree or the workdir: a `cd` must not move it. */
export const absoluteRoot = (
  { sandbox, worktrees, env }: Pick<PathContext, 'sandbox' | 'worktrees' | 'env'>,
  root: string,
): string =>
  absolutePath(
    { sandbox, writeRoots: [], cwd: worktrees?.current()?.path ?? sandbox.workdir, ...(env && { env }) },
    root,
  );

/** Resolves a path. Fails if it cannot be resolved, for example because of a loop of links. */
export async function resolvePath(context: PathContext, given: string): Promise<Outcome<ResolvedPath>> {
  const path = absolutePath(context, given);
  try {
    return ok({ path, real: await realOf(context.sandbox, path) });
  } catch (error) {
    return failed('READ_ERROR', fileTexts(context).nowhere(given, messageOf(error)));
  }
}

/** Resolves a path that will be written to; refuses it outside the write roots. */
export async function resolveWritePath(context: PathContext, given: string): Promise<Outcome<ResolvedPath>> {
  const resolved = await resolvePath(context, given);
  return resolved.ok ? insideRoots(context, given, resolved.value) : resolved;
}

/** Like `resolveWritePath`, for an entry that is itself created or removed: a link at the end of the path is not followed. */
export async function resolveWriteEntry(context: PathContext, given: string): Promise<Outcome<ResolvedPath>> {
  const path = absolutePath(context, given);
  if (path === '/') return insideRoots(context, given, { path, real: path });
  const folder = await resolvePath(context, parentOf(path));
  if (!folder.ok) return folder;
  const { real } = folder.value;
  return insideRoots(context, given, { path, real: `${real === '/' ? '' : real}/${baseName(path)}` });
}

async function insideRoots(
  context: PathContext,
  given: string,
  resolved: ResolvedPath,
): Promise<Outcome<ResolvedPath>> {
  const { sandbox, writeRoots } = context;
  if (writeRoots.length === 0) return ok(resolved);
  const roots = await Promise.all(writeRoots.map((root) => realOf(sandbox, absoluteRoot(context, root))));
  if (roots.some((root) => isInside(resolved.real, root))) return ok(resolved);
  return failed('OUTSIDE_WRITE_ROOTS', fileTexts(context).outside(given, resolved.real, writeRoots));
}

/** Whether `path` is `folder` or lies below it. Both absolute and normalised. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** A path for display: relative if it is inside the workdir. */
export function displayPath({ workdir }: Sandbox, path: string): string {
  return path !== workdir && isInside(path, workdir) ? path.slice(workdir.length + 1) : path;
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

/** Removes `.`, `..` and doubled slashes from an absolute path. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Resolves links in the deepest existing part, so that a new file below a link gets the path it would really have. */
async function realOf(sandbox: Sandbox, path: string): Promise<string> {
  try {
    return await sandbox.fs.realpath(path);
  } catch (error) {
    if (!isMissing(error) || path === '/') throw error;
    const parent = parentOf(path);
    const real = await realOf(sandbox, parent);
    await refuseDangling(sandbox, real, baseName(path));
    return real === '/' ? `/${baseName(path)}` : `${real}/${baseName(path)}`;
  }
}

/** Refuses a dangling link: it looks like a new file, but writing to it would write elsewhere. */
async function refuseDangling(sandbox: Sandbox, folder: string, name: string): Promise<void> {
  let entries;
  try {
    entries = await sandbox.fs.readdir(folder);
  } catch {
    return;
  }
  if (entries.some((entry) => entry.name === name && entry.type === 'symlink')) {
    throw new SandboxError(
      'ELOOP',
      `${folder}/${name} is a link to something that does not exist`,
      `${folder}/${name}`,
    );
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof SandboxError && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** How a text file is encoded. */
interface TextForm {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';
  /** Whether it starts with a byte order mark. */
  readonly bom: boolean;
}

export const UTF8: TextForm = { encoding: 'utf-8', bom: false };

const BOMS: readonly { encoding: TextForm['encoding']; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Bytes examined to tell text from binary. */
const SNIFFED = 8192;

/** Decodes bytes as text without loss; undefined if they are not text. */
export function decodeText(bytes: Uint8Array): { text: string; form: TextForm } | undefined {
  const mark = BOMS.find((known) => known.bytes.every((byte, index) => bytes[index] === byte));
  if (mark) {
    const text = tryDecode(mark.encoding, bytes.subarray(mark.bytes.length));
    if (text !== undefined) return { text, form: { encoding: mark.encoding, bom: true } };
  }
  if (looksBinary(bytes.subarray(0, SNIFFED))) return undefined;
  const utf8 = tryDecode('utf-8', bytes);
  if (utf8 !== undefined) return { text: utf8, form: UTF8 };
  return {
    text: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''),
    form: { encoding: 'latin1', bom: false },
  };
}

/** Encodes text in the given form; falls back to UTF-8 if Latin-1 lacks a character. */
export function encodeText(text: string, { encoding, bom }: TextForm): Uint8Array {
  const mark = bom ? (BOMS.find((known) => known.encoding === encoding)?.bytes ?? []) : [];
  const body = encodeBody(text, encoding);
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}

function encodeBody(text: string, encoding: TextForm['encoding']): Uint8Array {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let index = 0; index < text.length; index++) {
      view.setUint16(index * 2, text.charCodeAt(index), encoding === 'utf-16le');
    }
    return new Uint8Array(view.buffer);
  }
  const codes = encoding === 'latin1' ? Uint16Array.from(text, (letter) => letter.charCodeAt(0)) : undefined;
  return codes?.every((code) => code < 256) ? Uint8Array.from(codes) : new TextEncoder().encode(text);
}

function tryDecode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Binary if there is a NUL byte, or if more than one character in ten is a control character. */
function looksBinary(bytes: Uint8Array): boolean {
  const strange = bytes.filter((byte) => byte < 7 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)).length;
  return bytes.includes(0) || strange * 10 > bytes.length;
}

/** Maximum size of a file that a tool reads, in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** A file's bytes, which may be shared with the cache and must not be modified, and their SHA-256. */
export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** A text file with its own line ends, without its byte order mark. */
export interface TextFile {
  readonly text: string;
  readonly form: TextForm;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

/** Cached hashes: an unchanged file in the cache keeps the same bytes object. */
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

/** Reads a text file; fails with BINARY_FILE if it is not text. */
export async function readTextFile(context: FileContext, path: string, given: string): Promise<Outcome<TextFile>> {
  const read = await readFileBytes(context, path, given);
  return read.ok ? asText(context, read.value, given) : read;
}

/** Decodes a file's bytes as text; fails with BINARY_FILE if they are not text. */
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
    // A folder that accepts no new files, such as /proc: the usual advice for ENOENT does not apply.
    if (error instanceof SandboxError && error.code === 'ENOENT')
      return failed('WRITE_ERROR', fileTexts(context).notDone(given, 'write', error.message));
    return { ok: false, failure: sandboxFailure(context, error, given, 'write') };
  }
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '');

/** Maximum characters shown of one line. */
const MAX_LINE_LENGTH = 2000;

/** A text's lines without line ends; a final line end does not add an empty line. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** One line in the format of `cat -n`; `line` counts from 1. */
export const numberLine = (line: number, text: string, language?: Language): string =>
  `${String(line).padStart(6)}\t${cutLine(text, { language })}`;

/** The line numbers, from 1, of ascending offsets in a text. */
export function linesAt(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let next = text.indexOf('\n');
  return offsets.map((offset) => {
    for (; next !== -1 && next < offset; line++) next = text.indexOf('\n', next + 1);
    return line;
  });
}

/** Cuts a line at the limit. */
export function cutLine(
  text: string,
  { limit = MAX_LINE_LENGTH, language = 'en' }: { limit?: number; language?: Language | undefined } = {},
): string {
  if (text.length <= limit) return text;
  const end = wholeCharacter(text, limit);
  const omitted = text.length - end;
  return `${text.slice(0, end)}${language === 'zh' ? `[……省略了 ${omitted} 个字符]` : `[… ${omitted} characters left out]`}`;
}
