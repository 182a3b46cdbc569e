import type { DirEntry } from '@/lib/ports';
import { type FileDiff, sha256 } from '@/lib/protocol';
import {
  baseName,
  displayPath,
  parentOf,
  resolveWriteEntry,
  type ResolvedPath,
  type FileContext,
  decodeText,
  MAX_FILE_BYTES,
} from '../../files';
import { isVital } from '../../shell/dangerous-commands';
import { REFUSAL_TEXTS } from '../../shell/refusal-texts';
import { ok, type Outcome } from '../../result';
import type { Refusal, ToolContext } from '../../tool';
import { fileDiff } from './file-diff';
import { fileTexts } from './file-texts';
import { sandboxFailure } from './sandbox-failure';

/** The entry at a path itself: a link at its end is not followed. */
export interface ResolvedEntry extends ResolvedPath {
  readonly given: string;
  /** Undefined if nothing exists there. */
  readonly type: DirEntry['type'] | undefined;
}

/** Resolves an entry to be moved, deleted or created, inside the write roots. */
export async function openEntry(context: FileContext, given: string): Promise<Outcome<ResolvedEntry>> {
  const resolved = await resolveWriteEntry(context, given);
  if (!resolved.ok) return resolved;
  const { real } = resolved.value;
  if (real === '/') return ok({ ...resolved.value, given, type: 'directory' });
  try {
    const siblings = await context.sandbox.fs.readdir(parentOf(real));
    return ok({ ...resolved.value, given, type: siblings.find(({ name }) => name === baseName(real))?.type });
  } catch (error) {
    const failure = sandboxFailure(context, error, given, 'read');
    return failure.error === 'NOT_FOUND' ? ok({ ...resolved.value, given, type: undefined }) : { ok: false, failure };
  }
}

/** Why a vital path must never be moved or deleted. */
export async function refuseVital(
  deed: 'delete' | 'move',
  given: string,
  context: ToolContext,
): Promise<Refusal | undefined> {
  const { sandbox } = context;
  if (!sandbox) return undefined;
  const home = context.shell?.env.HOME ?? context.env?.HOME ?? sandbox.workdir;
  const resolved = await resolveWriteEntry({ ...context, sandbox, writeRoots: [] }, given);
  const paths = resolved.ok ? [resolved.value.path, resolved.value.real] : [];
  const vital = paths.find((path) => isVital(path, { workdir: sandbox.workdir, home }));
  const { deeds, call } = REFUSAL_TEXTS[context.language ?? 'en'];
  return vital === undefined ? undefined : call(deeds[deed](vital));
}

/** Maximum entries of a folder that are counted and listed. */
const MOST_LISTED = 1000;

/** Files and links below a folder by relative path, in order, up to `MOST_LISTED`. */
export async function filesBelow({ sandbox }: FileContext, folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (path: string): Promise<void> => {
    for (const { name, type } of await sandbox.fs.readdir(path)) {
      if (found.length >= MOST_LISTED) return;
      if (type === 'directory') await visit(`${path}/${name}`);
      else found.push(`${path}/${name}`.slice(folder.length + 1));
    }
  };
  await visit(folder);
  return found;
}

/** The number of files in a list from `filesBelow`, in words. */
export function countFiles(files: readonly string[], context: ToolContext): string {
  const texts = fileTexts(context);
  const found = texts.foundIn(files.length);
  return files.length < MOST_LISTED ? found : texts.orMore(found);
}

/** Describes a deletion: a file's text, or a folder's list of files. */
export async function describeDeletion(context: FileContext, entry: ResolvedEntry): Promise<FileDiff> {
  const path = displayPath(context.sandbox, entry.path);
  const { text, hash } = await sideOf(context, entry);
  if (text !== undefined) return fileDiff(context.blobs, { path, before: text, after: undefined });
  const patch = `Binary file ${path} deleted\n`;
  return { path, change: 'delete', patch, added: 0, removed: 0, ...(hash !== undefined && { beforeHash: hash }) };
}

/** Describes a move: only the path changes. */
export async function describeMove(context: FileContext, from: ResolvedEntry, to: ResolvedEntry): Promise<FileDiff> {
  const [before, path] = [displayPath(context.sandbox, from.path), displayPath(context.sandbox, to.path)];
  const { text, hash } = await sideOf(context, from);
  const kept = text === undefined ? hash : await context.blobs?.put(text);
  return {
    path,
    from: before,
    change: 'move',
    patch: `rename from ${before}\nrename to ${path}\n`,
    added: 0,
    removed: 0,
    ...(kept !== undefined && { beforeHash: kept, afterHash: kept }),
  };
}

/** An entry as one side of a diff. A binary file has a hash but no text; a file too large to read has neither. */
async function sideOf(context: FileContext, { real, type }: ResolvedEntry): Promise<{ text?: string; hash?: string }> {
  const { fs } = context.sandbox;
  if (type === 'symlink') return { text: '' };
  if (type === 'directory') return { text: (await filesBelow(context, real)).map((path) => `${path}\n`).join('') };
  if ((await fs.stat(real)).size > MAX_FILE_BYTES) return {};
  const bytes = new Uint8Array(await fs.readFile(real));
  const text = decodeText(bytes)?.text;
  return text === undefined ? { hash: await sha256(bytes) } : { text };
}
