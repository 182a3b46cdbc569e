import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, removeAll, type GitStat } from '../../git-fs';
import { parentFolder } from '../../repository';
import { decodeUtf8, encodeUtf8, hasNoLines, isBinary } from '../../store/bytes';
import { decodeFrom, encodeTo, isUtf8 } from '../../store/encoding';
import type { GitIndex, IndexEntry } from '../../store/index-file';
import { bareEntry, statFields } from '../../store/index-file';
import { mustBePlain } from '../../store/plain-path';
import { EXECUTABLE, FILE_MODE, GITLINK, LINK, type FileEntry } from '../../store/tree';
import { Attributes } from '../setup/attributes';
import { loadIndex, type Context } from '../setup/context';
import { innerHead } from './gitlink';
import { sparseCone } from '../setup/sparse-cone';

const attributes = new WeakMap<Context, Attributes>();

/** The attributes of a command's repository. */
export function attributesOf(context: Context): Attributes {
  const own = context.config.get('core.attributesFile');
  const home = context.io.env.HOME ?? '';
  const attributesFile = own === undefined ? undefined : resolveFrom(context.root, own.replace(/^~(?=\/)/, home));
  const staged = async (path: string) => textOf(context, (await loadIndex(context)).get(path));
  const known = attributes.get(context) ?? new Attributes({ ...context, attributesFile, staged });
  attributes.set(context, known);
  return known;
}

const textOf = async (context: Context, entry: FileEntry | undefined): Promise<string | undefined> =>
  entry && decodeUtf8(await context.objects.blob(entry.oid));

/** Runs what writes the files of a tree, by the attributes of that tree. */
export const byAttributesOf = <T>(
  context: Context,
  tree: ReadonlyMap<string, FileEntry>,
  run: () => Promise<T>,
): Promise<T> => attributesOf(context).whileComing((path) => textOf(context, tree.get(path)), run);

const full = ({ root }: Context, path: string): string => (root === '/' ? `/${path}` : `${root}/${path}`);

/** The folder of a path that is a link, if one is: what is beyond it is not in the work tree. */
export async function linkAbove(context: Context, path: string): Promise<string | undefined> {
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const stat = await lookAt(context.fs, full(context, path.slice(0, at)));
    if (stat?.type !== 'directory') return stat?.type === 'symlink' ? path.slice(0, at) : undefined;
  }
  return undefined;
}

/** Whether there is something at a path, but beyond a link: git neither sees nor touches it. */
export const isBeyondLink = async (context: Context, path: string): Promise<boolean> =>
  (await linkAbove(context, path)) !== undefined && (await lookAt(context.fs, full(context, path))) !== undefined;

/** What is at a path of the work tree; undefined if nothing is, or it is beyond a link. */
export async function lookAtFile(context: Context, path: string): Promise<GitStat | undefined> {
  const stat = await lookAt(context.fs, full(context, path));
  return stat && (await linkAbove(context, path)) === undefined ? stat : undefined;
}

/** Whether links are checked out as links; otherwise each is a file with its target as text. */
const hasLinks = ({ config }: Context): boolean => config.boolean('core.symlinks') !== false;

/** The mode that git stores for a file in the folder. `known` is kept if the folder cannot tell. */
export function modeOf(context: Context, stat: GitStat, known?: number): number {
  if (stat.type === 'symlink' || (known === LINK && stat.type === 'file' && !hasLinks(context))) return LINK;
  if (context.config.boolean('core.fileMode') === false) return known === EXECUTABLE ? EXECUTABLE : FILE_MODE;
  return stat.mode & 0o100 ? EXECUTABLE : FILE_MODE;
}

/** How line ends are converted when a file is stored or checked out. */
async function lineEnds(context: Context, path: string): Promise<{ text: boolean | 'auto'; crlf: boolean }> {
  const of = await attributesOf(context).of(path);
  const [text, eol, auto] = [of.get('text'), of.get('eol'), context.config.get('core.autocrlf')];
  const crlf = eol === 'crlf' || (eol === undefined && (auto === 'true' || context.config.get('core.eol') === 'crlf'));
  if (text === false) return { text: false, crlf };
  if (text === 'auto') return { text: 'auto', crlf };
  if (text === true || eol !== undefined) return { text: true, crlf };
  return { text: auto === 'true' || auto === 'input' ? 'auto' : false, crlf };
}

/** The output of the program in `filter=name`, when a file is stored (`clean`) or checked out (`smudge`). */
async function filtered(
  context: Context,
  path: string,
  bytes: Uint8Array,
  way: 'clean' | 'smudge',
): Promise<Uint8Array> {
  const name = await attributesOf(context).get(path, 'filter');
  const command = typeof name === 'string' ? context.config.get(`filter.${name}.${way}`) : undefined;
  const { io, config } = context;
  const failed = () => {
    if (config.boolean(`filter.${String(name)}.required`) === true)
      throw new GitFailure(`${path}: ${way} filter ${way === 'clean' ? `'${String(name)}'` : String(name)} failed`);
    return bytes;
  };
  if (command === 'cat') return bytes;
  if (command === undefined || command === '') return failed();
  const named = command.replaceAll('%f', `'${path.replaceAll("'", String.raw`'\''`)}'`);
  const input = decodeUtf8(bytes);
  const { code, out } = await io.run(['sh', '-c', named], { cwd: context.root, env: io.env, input, capture: true });
  if (code === 0) return encodeUtf8(out);
  io.err(`error: external filter '${command}' failed ${code}\nerror: external filter '${command}' failed\n`);
  return failed();
}

/** The encoding in `working-tree-encoding`; undefined for UTF-8. */
async function folderEncoding(context: Context, path: string): Promise<string | undefined> {
  const name = await attributesOf(context).get(path, 'working-tree-encoding');
  return typeof name === 'string' && !isUtf8(name) ? name : undefined;
}

/** `must`: whether it is a failure that the bytes cannot be converted. */
async function recoded(
  context: Context,
  path: string,
  bytes: Uint8Array,
  way: 'to' | 'from',
  must = false,
): Promise<Uint8Array> {
  const name = await folderEncoding(context, path);
  if (name === undefined || bytes.length === 0) return bytes;
  const text = way === 'to' ? decodeFrom(name, bytes) : decodeUtf8(bytes);
  const made = text === undefined ? undefined : way === 'to' ? encodeUtf8(text) : encodeTo(name, text);
  if (made) return made;
  const between = way === 'to' ? `${name} to UTF-8` : `UTF-8 to ${name}`;
  if (must) throw new GitFailure(`failed to encode '${path}' from ${between}`);
  context.io.err(`error: failed to encode '${path}' from ${between}\n`);
  return bytes;
}

/** The bytes that are stored for a file's bytes. */
export async function toStore(
  context: Context,
  path: string,
  whole: Uint8Array,
  must: boolean,
  renormalizes = false,
): Promise<Uint8Array> {
  const bytes = await recoded(context, path, await filtered(context, path, whole, 'clean'), 'to', must);
  const { text } = await lineEnds(context, path);
  const stays =
    text === false ||
    !bytes.includes(13) ||
    (text === 'auto' && (hasNoLines(bytes) || (!renormalizes && (await hasPairs(context, path)))));
  const ended = stays ? bytes : encodeUtf8(decodeUtf8(bytes).replaceAll('\r\n', '\n'));
  return withIdent(context, path, ended, '$Id$');
}

/** Whether the version in the index has line ends of two characters: then those in the folder stay, too. */
async function hasPairs(context: Context, path: string): Promise<boolean> {
  const known = (await loadIndex(context)).get(path);
  const stored = known && (await context.objects.find(known.oid));
  return (
    stored?.kind === 'blob' &&
    stored.data.includes(13) &&
    !hasNoLines(stored.data) &&
    /\r\n/.test(decodeUtf8(stored.data))
  );
}

/** The bytes with each `$Id$` or `$Id: …$` replaced, if the file has the attribute `ident`. */
async function withIdent(context: Context, path: string, bytes: Uint8Array, text: string): Promise<Uint8Array> {
  if (!bytes.includes(36) || (await attributesOf(context).get(path, 'ident')) !== true || isBinary(bytes)) return bytes;
  return encodeUtf8(decodeUtf8(bytes).replaceAll(/\$Id(?::[^$\n]*)?\$/g, () => text));
}

/** Warns of line ends that a later checkout would convert. */
async function warnOfLineEnds(context: Context, path: string): Promise<void> {
  const { text, crlf } = await lineEnds(context, path);
  if (text === false || context.config.boolean('core.safecrlf') === false) return;
  const whole = await context.fs.readFile(full(context, path));
  if (text === 'auto' && hasNoLines(whole)) return;
  const ends = whole.reduce((count, byte) => count + Number(byte === 10), 0);
  const pairs = whole.reduce((count, byte, at) => count + Number(byte === 13 && whole[at + 1] === 10), 0);
  const change = pairs > 0 && !crlf ? ['CRLF', 'LF'] : ends > pairs && crlf ? ['LF', 'CRLF'] : undefined;
  if (change && context.config.boolean('core.safecrlf') === true)
    throw new GitFailure(`${change[0]} would be replaced by ${change[1]} in ${path}`);
  if (change)
    context.io.err(
      `warning: in the working copy of '${path}', ${change[0]} will be replaced by ${change[1]} the next time Git touches it\n`,
    );
}

/** The bytes that a checkout writes for a stored file. */
export async function checkedOut(context: Context, path: string, bytes: Uint8Array): Promise<Uint8Array> {
  const { text, crlf } = await lineEnds(context, path);
  const named = await withIdent(context, path, bytes, `$Id: ${context.objects.hash('blob', bytes)} $`);
  const stays = text === false || !crlf || (text === 'auto' && (hasNoLines(bytes) || bytes.includes(13)));
  const ended = stays ? named : encodeUtf8(decodeUtf8(named).replaceAll(/\r?\n/g, '\r\n'));
  return filtered(context, path, await recoded(context, path, ended, 'from'), 'smudge');
}

/** A pipe has no content: reading it would wait for whoever writes to it. */
export const cannotHash = (path: string): GitFailure =>
  new GitFailure(`${path}: unsupported file type\nfatal: cannot hash ${path}`, 128, 'error: ');

/** A file's bytes as a commit would store them. `must`: whether it is a failure that they are not in their encoding. */
export async function readWorkFile(
  context: Context,
  path: string,
  stat: GitStat,
  must = false,
  renormalizes = false,
): Promise<Uint8Array> {
  if (stat.type === 'fifo') throw cannotHash(path);
  if (stat.type === 'symlink') return encodeUtf8(await context.fs.readlink(full(context, path)));
  return toStore(context, path, await context.fs.readFile(full(context, path)), must, renormalizes);
}

/** Writes a file of a commit, replacing whatever is there. */
export async function writeWorkFile(context: Context, path: string, { mode, oid }: FileEntry): Promise<void> {
  if (mode === GITLINK) {
    await clearWay(context, path);
    const there = full(context, path);
    if ((await lookAt(context.fs, there))?.type !== 'directory') await removeAll(context.fs, there);
    return makeFolder(context.fs, there);
  }
  await writeWorkBytes(context, path, mode, await context.objects.blob(oid));
}

export async function writeWorkBytes(context: Context, path: string, mode: number, bytes: Uint8Array): Promise<void> {
  const { fs } = context;
  const there = full(context, path);
  await clearWay(context, path);
  const old = await lookAt(fs, there);
  if (old?.type === 'directory' && (await lookAt(fs, `${there}/.git`)))
    throw new GitFailure(`cannot write '${path}': a repository stands there`);
  if (old) await removeAll(fs, there);
  else await makeFolder(fs, parentFolder(there));
  if (mode === LINK && hasLinks(context)) await fs.symlink(decodeUtf8(bytes), there);
  else if (mode === LINK) await fs.writeFile(there, bytes);
  else await fs.writeFile(there, await checkedOut(context, path, bytes), mode === EXECUTABLE ? 0o755 : undefined);
}

/** The file or link that stands where a path needs a folder, if one does. */
export async function fileForFolder(context: Context, path: string): Promise<string | undefined> {
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const found = await lookAtFile(context, path.slice(0, at));
    if (found?.type !== 'directory') return found && path.slice(0, at);
  }
  return undefined;
}

/**
 * Whether something stands in the place of a file that is gone, and would be lost if it came back: a folder, or a file where
 * its folder was. It also counts if the file is there, but beyond a link.
 */
export async function isReplaced(context: Context, path: string): Promise<boolean> {
  if (await isBeyondLink(context, path)) return true;
  const outer = await fileForFolder(context, path);
  const stat = await lookAtFile(context, outer ?? path);
  return stat?.type === (outer === undefined ? 'directory' : 'file');
}

/** Removes a file where the path needs a folder. */
async function clearWay(context: Context, path: string): Promise<void> {
  const found = await fileForFolder(context, path);
  if (found !== undefined) await context.fs.unlink(full(context, found));
}

/** Removes a file, unless it is beyond a link, and the folders that become empty, except the one that the command was run in. */
export async function removeWorkFile(context: Context, path: string): Promise<void> {
  mustBePlain(path);
  if ((await linkAbove(context, path)) !== undefined) return;
  const { fs, root, io } = context;
  if ((await lookAt(fs, full(context, path)))?.type !== 'directory') await removeAll(fs, full(context, path));
  else if ((await fs.readdir(full(context, path))).length === 0) await fs.rmdir(full(context, path));
  // A folder in the place of a file holds what git does not know of, and a submodule its own repository.
  else return io.err(`warning: unable to rmdir '${path}': Directory not empty\n`);
  for (
    let folder = parentFolder(full(context, path));
    folder !== root && folder.length > root.length;
    folder = parentFolder(folder)
  ) {
    if (folder === io.cwd || (await lookAt(fs, folder))?.type !== 'directory' || (await fs.readdir(folder)).length > 0)
      return;
    await fs.rmdir(folder);
  }
}

/** Stores a file's contents and returns its index entry, with a warning of line ends that change, unless they are to. */
export async function stageFile(
  context: Context,
  index: GitIndex,
  path: string,
  stat: GitStat,
  { renormalizes = false } = {},
): Promise<IndexEntry> {
  if (stat.type === 'directory') {
    const head = await innerHead(context, path);
    if (head === undefined) throw new GitFailure(`'${path}/' does not have a commit checked out`);
    return bareEntry(path, { mode: GITLINK, oid: head });
  }
  if (stat.type === 'fifo')
    throw new GitFailure(
      `${path}: can only add regular files, symbolic links or git-directories\nfatal: updating files failed`,
      128,
      'error: ',
    );
  const bytes = await readWorkFile(context, path, stat, true, renormalizes);
  if (stat.type === 'file' && !renormalizes) await warnOfLineEnds(context, path);
  const oid = await context.objects.write('blob', bytes);
  const known = index.get(path) ?? index.get(path, 2);
  return { path, stage: 0, oid, mode: modeOf(context, stat, known?.mode), ...statFields(stat) };
}

/** Writes a file of a commit and updates its index entry. */
export async function checkOutFile(context: Context, index: GitIndex, path: string, entry: FileEntry): Promise<void> {
  mustBePlain(path, entry.mode);
  const cone = await sparseCone(context);
  if (cone && !cone.holds(path) && (index.get(path)?.skipWorktree || !(await lookAtFile(context, path)))) {
    index.removeClashes(path);
    index.set({ ...bareEntry(path, entry), skipWorktree: true });
    return;
  }
  await writeWorkFile(context, path, entry);
  const stat = await lookAtFile(context, path);
  index.removeClashes(path);
  index.set({
    path,
    stage: 0,
    mode: entry.mode,
    oid: entry.oid,
    ...(stat && entry.mode !== GITLINK ? statFields(stat) : { size: 0, mtimeMs: 0, ino: 0 }),
  });
}
