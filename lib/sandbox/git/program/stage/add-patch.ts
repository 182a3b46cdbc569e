import { changedFiles, filesOfIndex, filesOfTree, filesOfWork } from '../diff/sides';
import type { LineChange } from '../../diff/line-diff';
import { headCommit } from '../../repository';
import { encodeUtf8 } from '../../store/bytes';
import type { ChangedFile } from '../../diff/file-change';
import { bareEntry, type GitIndex } from '../../store/index-file';
import { PromptAnswers } from '../terminal/answers';
import { askPieces, type Piece } from './ask-pieces';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { plainStyle } from '../commit/make-commit';
import { treeOfCommit } from '../worktree/merge-into-work';
import { modeOfUse, type PatchMode, type PatchUse } from './patch-mode';
import { patchOf, type FilePatch } from '../diff/patch-text';
import { wantedBy, type Pathspec } from '../setup/pathspec';
import { resolveCommit } from '../refs/revision';
import { lookAtFile, readWorkFile, removeWorkFile, writeWorkBytes } from '../worktree/work-files';

interface PatchRules {
  /** The revision to compare with, as it was written. */
  readonly commit?: string | undefined;
  /** Only collects the chosen changes here, for a stash. */
  readonly chosen?: (path: string, text: string, mode: number) => void;
  readonly answers?: PromptAnswers;
}

/** Asks what to do with each change and does it. Returns whether there were any. */
export async function patchByAnswers(
  context: Context,
  use: PatchUse,
  specs: readonly Pathspec[],
  { commit, chosen, answers = new PromptAnswers(context.io) }: PatchRules = {},
): Promise<boolean> {
  const wanted = wantedBy(specs);
  const mode = modeOfUse(use, commit);
  const index = await loadIndex(context);
  const oid = commit === undefined ? await headCommit(context) : await resolveCommit(context, commit);
  const sides = {
    commit: async () => filesOfTree(context, await treeOfCommit(context, oid)),
    index: async () => filesOfIndex(context, index),
    work: async () => filesOfWork(context, index, wanted),
  };
  const isOpen = (path: string) => wanted(path) && !index.isConflict(path);
  const changes = changedFiles(await sides[mode.from](), await sides[mode.to](), isOpen);
  let binary = 0;
  for (const change of changes) {
    const made = await patchOf(change, plainStyle(context));
    if (made.binary) {
      binary++;
      continue;
    }
    const patch = { ...made, now: [...made.now] };
    const asked = await askPieces(context, patch, mode, answers);
    const taken = asked.pieces.filter((piece) => piece.use);
    if (taken.length > 0) {
      const { text, fileMode } = resultOf(patch, asked.pieces, mode);
      if (chosen) chosen(change.path, text ?? '', fileMode);
      else await carryOut(context, index, { patch, mode, text, fileMode, taken }, answers);
    }
    context.io.out('\n');
    if (asked.quit) break;
  }
  if (changes.length === 0 || binary === changes.length)
    context.io.err(binary > 0 ? 'Only binary files changed.\n' : 'No changes.\n');
  await saveIndex(context, index);
  return changes.length > 0;
}

const changesIn = (pieces: readonly Piece[]): LineChange[] =>
  pieces.flatMap(({ edited, hunk }) => (edited ? [edited] : (hunk?.changes ?? [])));

/** What the chosen pieces make of the file; without a text, it is removed. */
function resultOf(
  patch: FilePatch,
  pieces: readonly Piece[],
  { undoes }: PatchMode,
): { text: string | undefined; fileMode: number } {
  const { before, after } = patch.change;
  const applied = pieces.filter(({ use }) => (use === true) !== undoes);
  const text = textWith(patch, changesIn(applied));
  const turned = pieces.some(({ kind, use }) => kind === 'mode' && (use === true) !== undoes);
  const hasMode = pieces.some(({ kind }) => kind === 'mode');
  const fileMode = hasMode && !turned ? before?.mode : (after?.mode ?? before?.mode);
  const gone = undoes ? !before : !after;
  return { text: gone && text === '' ? undefined : text, fileMode: fileMode ?? 0 };
}

interface Outcome {
  readonly patch: FilePatch;
  readonly mode: PatchMode;
  readonly text: string | undefined;
  readonly fileMode: number;
  readonly taken: readonly Piece[];
}

async function carryOut(
  context: Context,
  index: GitIndex,
  { patch, mode, text, fileMode, taken }: Outcome,
  answers: PromptAnswers,
): Promise<void> {
  const { path } = patch.change;
  const both = mode.targets.length > 1;
  const fits = !both || (await fitsIndex(context, index, patch.change, mode));
  if (!fits && !(await worktreeAnyway(context, patch, mode, taken, answers))) return;
  if (mode.targets.includes('index') && fits) {
    if (text === undefined) index.remove(path);
    else index.set(bareEntry(path, { mode: fileMode, oid: await context.objects.write('blob', encodeUtf8(text)) }));
  }
  if (!mode.targets.includes('work')) return;
  if (text === undefined) await removeWorkFile(context, path);
  else await writeWorkBytes(context, path, fileMode, encodeUtf8(text));
}

/** Whether the index has what the hunks apply to. */
async function fitsIndex(
  context: Context,
  index: GitIndex,
  { path, before, after }: ChangedFile,
  { undoes }: PatchMode,
): Promise<boolean> {
  const start = undoes ? after : before;
  const stat = start?.inWork ? await lookAtFile(context, path) : undefined;
  const oid = stat ? context.objects.hash('blob', await readWorkFile(context, path, stat)) : start?.oid;
  return index.get(path)?.oid === oid;
}

async function worktreeAnyway(
  { io }: Context,
  { change }: FilePatch,
  { undoes }: PatchMode,
  taken: readonly Piece[],
  answers: PromptAnswers,
): Promise<boolean> {
  const hunk = taken.find((piece) => piece.hunk)?.hunk;
  const line = (undoes ? hunk?.newStart : hunk?.oldStart) ?? 0;
  io.err(`error: patch failed: ${change.path}:${line + 1}\nerror: ${change.path}: patch does not apply\n`);
  io.err('The selected hunks do not apply to the index!\n');
  for (;;) {
    io.out('Apply them to the worktree anyway? ');
    const answer = (await answers.next())?.trim().toLowerCase();
    if (answer?.startsWith('y')) return true;
    if (answer !== undefined && !answer.startsWith('n') && !answer.startsWith('q')) continue;
    io.err('Nothing was applied.\n\n');
    return false;
  }
}

/** The old text with some of the changes applied. */
function textWith({ old, now }: FilePatch, changes: readonly LineChange[]): string {
  let at = 0;
  let out = '';
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    out += old.slice(at, oldStart).join('') + now.slice(newStart, newEnd).join('');
    at = oldEnd;
  }
  return out + old.slice(at).join('');
}
