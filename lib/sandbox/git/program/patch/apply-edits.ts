import { markerSizeOf } from '../worktree/merge-driver';
import { mergeTexts } from '../../merge/merge-text';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import type { GitStat } from '../../git-fs';
import { bareEntry, type GitIndex, type IndexEntry } from '../../store/index-file';
import { EMPTY_BLOB } from '../../store/objects';
import { mustBePlain } from '../../store/plain-path';
import { FILE_MODE } from '../../store/tree';
import { applyBinary } from './apply-binary';
import { applyHunks, type FitRules, type Placed } from './apply-hunks';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { conflictStyle } from '../worktree/merge-into-work';
import type { GitIo } from '../setup/git-io';
import type { FileEdit, PatchHunk } from './patch-file';
import { rerere } from '../worktree/rerere';
import { findObject } from '../refs/revision';
import {
  linkAbove,
  lookAtFile,
  modeOf,
  readWorkFile,
  removeWorkFile,
  stageFile,
  writeWorkBytes,
} from '../worktree/work-files';
import { isAsKnown } from '../worktree/work-state';

export interface PatchRules extends FitRules {
  readonly check: boolean;
  readonly index: boolean;
  readonly cached: boolean;
  readonly reject: boolean;
  readonly threeWay: boolean;
  readonly verbose: boolean;
  readonly prefix: string;
  /** Drops blank lines that the patch adds at the end of a file. */
  readonly trimsEnd?: boolean;
  /** New files are only intended to be added. */
  readonly intend?: boolean;
}

/** What an edit makes of a file. */
interface Result {
  readonly edit: FileEdit;
  readonly path: string;
  /** Undefined: the file is deleted. */
  readonly bytes: Uint8Array | undefined;
  readonly mode: number;
  readonly rejected: Placed['rejected'];
  /** The versions of a three-way merge that conflicts: base, ours, theirs. */
  readonly stages?: readonly (Uint8Array | undefined)[];
}

/** What the edits so far make of files, for those that come later in the same patch. */
class MadeFiles {
  private readonly results = new Map<string, Result>();
  private readonly going: ReadonlySet<string>;

  constructor(
    edits: readonly FileEdit[],
    private readonly rules: PatchRules,
  ) {
    this.going = new Set(
      edits.flatMap((edit) => {
        const leaves = edit.from !== undefined && (edit.to === undefined || (edit.renames && edit.from !== edit.to));
        return leaves ? [rules.prefix + edit.from] : [];
      }),
    );
  }

  note(result: Result): void {
    const { edit, path, bytes } = result;
    const from = edit.from === undefined ? undefined : this.rules.prefix + edit.from;
    if (from !== undefined && edit.renames && from !== path) this.results.set(from, { ...result, bytes: undefined });
    this.results.set(path, bytes === undefined ? { ...result, bytes: undefined } : result);
  }

  /** The result that an edit builds on. Those of renames and copies are made from what was there before. */
  before = ({ renames, copies }: FileEdit, path: string): Result | undefined =>
    renames || copies ? undefined : this.results.get(path);

  /** Whether a file is gone before another takes its place. */
  leaves(path: string): boolean {
    const known = this.results.get(path);
    return known ? known.bytes === undefined : this.going.has(path);
  }
}

/** Applies a patch to all its files, or to none if any does not fit. */
export async function applyFileEdits(context: Context, edits: readonly FileEdit[], rules: PatchRules): Promise<number> {
  const { io } = context;
  const index = rules.index || rules.cached || rules.intend ? await loadIndex(context) : undefined;
  const results: Result[] = [];
  const made = new MadeFiles(edits, rules);
  let failed = false;
  for (const edit of edits) {
    if (rules.verbose) io.err(`Checking patch ${nameOf(edit, rules)}...\n`);
    const result =
      (await beyondLink(context, edit, edits, rules)) ?? (await tryEdit(context, index, edit, made, rules));
    if (typeof result === 'string') io.err(result);
    else {
      results.push(result);
      made.note(result);
    }
    failed ||= typeof result === 'string';
  }
  if (failed && !rules.reject) return 1;
  if (rules.check) return failed ? 1 : 0;
  for (const result of results) await removeOld(context, index, result, rules);
  const conflicts: string[] = [];
  for (const result of results) {
    await writeNew(context, index, result, rules);
    // Every file with hunks that did not fit gets its own list of them.
    failed = (await writeRejected(context, result, rules)) || failed;
    if (result.stages) conflicts.push(result.path);
  }
  if (index) await saveIndex(context, index);
  if (conflicts.length > 0) {
    io.err(conflicts.map((path) => `U ${path}\n`).join(''));
    await rerere(context);
  }
  return failed || conflicts.length > 0 ? 1 : 0;
}

const pathOf = ({ to, from }: FileEdit, { prefix }: PatchRules): string => prefix + (to ?? from ?? '');

/** A file in messages: both names if it moves. */
const nameOf = (edit: FileEdit, rules: PatchRules): string =>
  edit.from !== undefined && edit.to !== undefined && edit.from !== edit.to
    ? `${rules.prefix}${edit.from} => ${pathOf(edit, rules)}`
    : pathOf(edit, rules);

async function removeOld(
  context: Context,
  index: GitIndex | undefined,
  { edit, path, bytes }: Result,
  { cached, prefix }: PatchRules,
): Promise<void> {
  const source = edit.from === undefined ? undefined : prefix + edit.from;
  if (source === undefined || edit.copies || (source === path && bytes)) return;
  if (!cached) await removeWorkFile(context, source);
  index?.remove(source);
}

async function writeNew(
  context: Context,
  index: GitIndex | undefined,
  { edit, path, bytes, mode, stages }: Result,
  { cached, index: stages0, intend }: PatchRules,
): Promise<void> {
  if (!bytes) return;
  if (!cached) await writeWorkBytes(context, path, mode, bytes);
  if (!index) return;
  if (stages) {
    index.remove(path);
    for (const [at, one] of stages.entries())
      if (one) index.set(bareEntry(path, { mode, oid: await context.objects.write('blob', one) }, at + 1));
    return;
  }
  if (intend && !stages0 && !cached) {
    if (edit.from !== undefined || index.has(path)) return;
    const oid = await context.objects.write('blob', new Uint8Array());
    index.set({ ...bareEntry(path, { mode, oid }), intentToAdd: true });
    return;
  }
  const stat = cached ? undefined : await lookAtFile(context, path);
  index.set(
    stat
      ? await stageFile(context, index, path, stat)
      : bareEntry(path, { mode, oid: await context.objects.write('blob', bytes) }),
  );
}

/** Writes the hunks that did not fit beside the file; whether there are any. */
async function writeRejected(context: Context, { edit, path, rejected }: Result, rules: PatchRules): Promise<boolean> {
  const { io } = context;
  if (rejected.length === 0) {
    if (rules.verbose && !edit.binary) io.err(`Applied patch ${nameOf(edit, rules)} cleanly.\n`);
    return false;
  }
  io.err(
    `Applying patch ${path} with ${rejected.length} reject${rejected.length === 1 ? '' : 's'}...\n${edit.hunks.map((hunk, at) => (rejected.includes(hunk) ? `Rejected hunk #${at + 1}.\n` : `Hunk #${at + 1} applied cleanly.\n`)).join('')}`,
  );
  const text = `diff a/${path} b/${path}\t(rejected hunks)\n${rejected.map(({ head, lines }) => `${[head, ...lines].join('\n')}\n`).join('')}`;
  await writeWorkBytes(context, `${path}.rej`, FILE_MODE, encodeUtf8(text));
  return true;
}

/** Why an edit must not be made: its file is beyond a link, which none of the edits removes. */
async function beyondLink(
  context: Context,
  edit: FileEdit,
  edits: readonly FileEdit[],
  rules: PatchRules,
): Promise<string | undefined> {
  if (rules.cached) return undefined;
  const isLeft = (link: string) =>
    !edits.some(({ from, to }) => from !== to && from === link.slice(rules.prefix.length));
  for (const name of [edit.from, edit.to]) {
    const link = name === undefined ? undefined : await linkAbove(context, rules.prefix + name);
    if (link === undefined || !isLeft(link)) continue;
    return name === edit.to
      ? `error: affected file '${rules.prefix}${name}' is beyond a symbolic link\n`
      : `error: reading from '${rules.prefix}${String(name)}' beyond a symbolic link\n`;
  }
  return undefined;
}

/** What an edit makes of its file, or why it does not apply. */
async function tryEdit(
  context: Context,
  index: GitIndex | undefined,
  edit: FileEdit,
  made: MadeFiles,
  rules: PatchRules,
): Promise<Result | string> {
  const path = pathOf(edit, rules);
  const given = edit.from === undefined ? undefined : rules.prefix + edit.from;
  for (const name of [path, given ?? path]) mustBePlain(name);
  const earlier = given === undefined ? undefined : made.before(edit, given);
  if (earlier && !earlier.bytes) return `error: path ${String(given)} has been renamed/deleted\n`;
  if (earlier?.bytes) return editedFrom(context, edit, path, earlier.bytes, edit.newMode ?? earlier.mode, false, rules);
  // A patch without `/dev/null` may make a file, too.
  const makes = given === path && edit.hunks.length > 0 && edit.hunks.every(({ oldCount }) => oldCount === 0);
  const source = makes && !(await lookAtFile(context, path)) ? undefined : given;
  const own = source === undefined ? undefined : index?.get(source);
  const stat = source === undefined ? undefined : await lookAtFile(context, source);
  const isNew = source === undefined || ((edit.renames || edit.copies) && source !== path);
  const known = index?.get(path);
  // A file that is only meant to be added is not in the index yet.
  const inIndex = (rules.index || rules.cached) && known !== undefined && known.intentToAdd !== true;
  const exists = !made.leaves(path) && (inIndex || (!rules.cached && (await lookAtFile(context, path)) !== undefined));
  const merges = isNew && exists && rules.threeWay;
  if (isNew && exists && !merges)
    return `error: ${path}: already exists in ${inIndex ? 'index' : 'working directory'}\n`;
  const sees = rules.index || rules.cached;
  if (source !== undefined && sees && !own) return `error: ${source}: does not exist in index\n`;
  if (source !== undefined && !rules.cached && !stat) return `error: ${source}: No such file or directory\n`;
  if (source !== undefined && rules.index && !rules.cached && own && stat) {
    if (!(await isInIndex(context, own, stat))) return `error: ${source}: does not match index\n`;
  }
  const before =
    rules.cached && own
      ? await context.objects.blob(own.oid)
      : source !== undefined && stat
        ? await readWorkFile(context, source, stat)
        : new Uint8Array();
  const current = own?.mode ?? (stat ? modeOf(context, stat) : FILE_MODE);
  return editedFrom(context, edit, path, before, edit.newMode ?? current, merges, rules);
}

/** What an edit makes of a content. `merges`: whether the file that it makes is there already. */
async function editedFrom(
  context: Context,
  edit: FileEdit,
  path: string,
  before: Uint8Array,
  mode: number,
  merges: boolean,
  rules: PatchRules,
): Promise<Result | string> {
  const result = { edit, path, mode, rejected: [] };
  if (edit.binary) {
    const made = await applyBinary(context, edit, path, before);
    return typeof made === 'string' ? made : { ...result, ...made };
  }
  const three = rules.threeWay ? await byThreeWay(context, edit, before, merges, rules) : undefined;
  if (three) return { ...result, ...three };
  const refused = `error: ${path}: patch does not apply\n`;
  if (merges) return refused;
  if (rules.threeWay) context.io.err('Falling back to direct application...\n');
  const placed = applyHunks(decodeUtf8(before), edit.hunks, rules);
  tellHunks(context, path, placed, rules);
  if (placed.rejected.length > 0 && !rules.reject) return refused;
  if (edit.to === undefined && (placed.rejected.length > 0 || placed.text !== ''))
    return `error: removal patch leaves file contents\n${refused}`;
  const isBlankEnd = rules.trimsEnd && /\n\n+$/.test(placed.text) && !/\n\n+$/.test(decodeUtf8(before));
  const bytes = encodeUtf8(isBlankEnd ? placed.text.replace(/\n+$/, '\n') : placed.text);
  return { ...result, bytes: edit.to === undefined ? undefined : bytes, rejected: placed.rejected };
}

/** Whether the index knows a file as it is. Its stat has to be the same: a file written anew is looked at by `git status` only. */
async function isInIndex(context: Context, entry: IndexEntry, stat: GitStat): Promise<boolean> {
  if (isAsKnown(entry, stat)) return true;
  if (entry.mtimeMs !== 0 || (entry.ino !== 0 && entry.ino !== stat.ino)) return false;
  return context.objects.hash('blob', await readWorkFile(context, entry.path, stat)) === entry.oid;
}

/** Says which hunks moved, which fit with less context, and which do not fit. */
function tellHunks({ io }: Context, path: string, { placed, rejected }: Placed, rules: PatchRules): void {
  const left = [...rejected];
  for (let at = 1; at <= placed.length + rejected.length; at++) {
    const found = placed.find(({ number }) => number === at);
    const hunk = found ? undefined : left.shift();
    if (hunk) tellRejected(io, path, hunk, rules);
    if (hunk && !rules.reject) return;
    if (!found) continue;
    const { number, line, offset, reduced } = found;
    if (rules.verbose && offset !== 0)
      io.err(`Hunk #${number} succeeded at ${line} (offset ${offset} line${offset === 1 ? '' : 's'}).\n`);
    if (reduced) io.err(`Context reduced to (${reduced.join('/')}) to apply fragment at ${line}\n`);
  }
}

function tellRejected(io: GitIo, path: string, hunk: PatchHunk, rules: PatchRules): void {
  const sought = hunk.lines.filter((line) => !line.startsWith(rules.reverse ? '-' : '+') && !line.startsWith('\\'));
  if (rules.verbose) io.err(`error: while searching for:\n${sought.map((line) => `${line.slice(1)}\n`).join('')}\n`);
  io.err(`error: patch failed: ${path}:${rules.reverse ? hunk.newStart : hunk.oldStart}\n`);
}

/** Merges a patch with the file it was made from as the base; undefined if that is not possible. */
async function byThreeWay(
  context: Context,
  edit: FileEdit,
  current: Uint8Array,
  merges: boolean,
  rules: PatchRules,
): Promise<Pick<Result, 'bytes' | 'stages'> | undefined> {
  const { io } = context;
  const isAdded = edit.from === undefined;
  if (edit.to === undefined || (isAdded && !merges) || (edit.renames && edit.hunks.length === 0)) return undefined;
  const path = pathOf(edit, rules);
  const oid = isAdded
    ? EMPTY_BLOB
    : edit.oldId && (await findObject(context, edit.oldId, 'blob').catch(() => undefined));
  const base = isAdded ? new Uint8Array() : oid ? await context.objects.blob(oid).catch(() => undefined) : undefined;
  if (!base) {
    io.err('error: repository lacks the necessary blob to perform 3-way merge.\n');
    return undefined;
  }
  if (merges) io.err('Performing three-way merge...\n');
  const placed = applyHunks(decodeUtf8(base), edit.hunks, rules);
  if (placed.rejected.length > 0) {
    tellHunks(context, path, placed, rules);
    return undefined;
  }
  const stat = isAdded ? await lookAtFile(context, path) : undefined;
  const ours = stat ? await readWorkFile(context, path, stat) : current;
  const theirs = encodeUtf8(placed.text);
  const merged = mergeTexts(decodeUtf8(base), decodeUtf8(ours), placed.text, {
    markerSize: await markerSizeOf(context, path),
    style: conflictStyle(context),
    labels: { ours: 'ours', base: 'base', theirs: 'theirs' },
  });
  io.err(`Applied patch to '${path}' ${merged.conflicts > 0 ? 'with conflicts' : 'cleanly'}.\n`);
  return {
    bytes: encodeUtf8(merged.text),
    ...(merged.conflicts > 0 && { stages: [isAdded ? undefined : base, ours, theirs] }),
  };
}
