import { GitFailure } from '../../git-failure';
import { makeFolder, readGitText, removeAll, writeText } from '../../git-fs';
import { mergeTexts } from '../../merge/merge-text';
import { readCommit, subjectLine } from '../../store/commit';
import type { Context } from '../setup/context';
import { clearState, readState, writeState } from '../setup/state';
import { isAncestor, mergeBases } from '../refs/history';
import { commitNotes, notesRef, readNotes } from './notes';
import { updateRef } from '../refs/update-refs';

type Notes = ReadonlyMap<string, string>;

/** How both sides of a note that both changed become one; undefined: not at all. */
const STRATEGIES: Readonly<Record<string, { said: string; join: (ours: string, theirs: string) => string }>> = {
  ours: { said: 'Using local', join: (ours) => ours },
  theirs: { said: 'Using remote', join: (_, theirs) => theirs },
  union: {
    said: 'Concatenating local and remote',
    join: (ours, theirs) => `${ours.trimEnd()}\n\n${theirs}`,
  },
  cat_sort_uniq: {
    said: 'Concatenating unique lines in local and remote',
    join: (ours, theirs) =>
      [...new Set(`${ours}\n${theirs}`.split('\n').filter((line) => line !== ''))]
        .sort()
        .map((line) => `${line}\n`)
        .join(''),
  },
};

interface OwnNotes {
  readonly ref: string;
  readonly tip: string | undefined;
  readonly known: Notes;
  readonly strategy: string | undefined;
  readonly quiet: boolean;
}

/** `git notes merge`: brings the notes of another ref into this one. Returns the exit code. */
export async function mergeNotes(context: Context, own: OwnNotes, name: string): Promise<number> {
  const { io, refs, config } = context;
  const other = notesRef(context, name);
  const theirTip = await refs.resolve(other);
  const setting = config.get(`notes.${own.ref.replace('refs/notes/', '')}.mergeStrategy`);
  const chosen = own.strategy ?? setting ?? config.get('notes.mergeStrategy') ?? 'manual';
  if (chosen !== 'manual' && !STRATEGIES[chosen])
    throw new GitFailure(`unknown -s/--strategy: ${chosen}`, 129, 'error: ');
  if (theirTip === undefined && own.tip === undefined)
    throw new GitFailure(`Cannot merge empty notes ref (${other}) into empty notes ref (${own.ref})`);
  if (theirTip === undefined) return 0;
  const say = (text: string) => (own.quiet ? undefined : io.out(text));
  const message = `Merged notes from ${other} into ${own.ref}`;
  const forward = () => updateRef(context, own.ref, theirTip, `notes: ${message}`);
  if (own.tip === undefined) return forward().then(() => 0);
  if (await isAncestor(context, theirTip, own.tip)) {
    say('Already up to date.\n');
    return 0;
  }
  if (await isAncestor(context, own.tip, theirTip)) {
    say('Fast-forward\n');
    return forward().then(() => 0);
  }
  const { merged, conflicts } = await joinNotes(context, { ...own, tip: own.tip }, other, theirTip, chosen, say);
  const parents = [own.tip, theirTip];
  if (conflicts.size === 0) {
    await updateRef(context, own.ref, await commitNotes(context, merged, message, parents), `notes: ${message}`);
    return 0;
  }
  await startByHand(context, conflicts);
  const listed = [...conflicts.keys()].map((oid) => `\t${oid}\n`).join('');
  const partial = await commitNotes(context, merged, `${message}\n\nConflicts:\n${listed}`, parents);
  await writeState(context, 'NOTES_MERGE_PARTIAL', `${partial}\n`);
  await writeState(context, 'NOTES_MERGE_REF', `ref: ${own.ref}\n`);
  io.err(
    `Automatic notes merge failed. Fix conflicts in .git/${WORKTREE} and commit the result with 'git notes merge --commit', or abort the merge with 'git notes merge --abort'.\n`,
  );
  return 1;
}

/** The notes of both sides, and those whose conflicts are left to a person. */
async function joinNotes(
  context: Context,
  own: OwnNotes & { readonly tip: string },
  other: string,
  theirTip: string,
  strategy: string,
  say: (text: string) => void,
): Promise<{ merged: Notes; conflicts: ReadonlyMap<string, string> }> {
  const [base] = await mergeBases(context, [own.tip, theirTip]);
  const before: Notes = base === undefined ? new Map() : await readNotes(context, base);
  const theirs = await readNotes(context, theirTip);
  const merged = new Map(own.known);
  const conflicts = new Map<string, string>();
  for (const oid of [...new Set([...before.keys(), ...theirs.keys()])].toSorted()) {
    const [old, mine, now] = [before.get(oid), own.known.get(oid), theirs.get(oid)];
    if (now === old || now === mine) continue;
    const join = STRATEGIES[strategy];
    if (mine !== old && join) {
      say(`${join.said} notes for ${oid}\n`);
      merged.set(oid, mine === undefined ? (now ?? '') : now === undefined ? mine : join.join(mine, now));
    } else if (mine !== old) {
      say(`Auto-merging notes for ${oid}\n`);
      if (conflicts.size === 0) await mustBeConcluded(context);
      const clash = clashOf(oid, { old, mine, now }, own.ref, other);
      say(clash.said);
      conflicts.set(oid, clash.text);
      merged.delete(oid);
    } else if (now === undefined) merged.delete(oid);
    else merged.set(oid, now);
  }
  return { merged, conflicts };
}

/** What is left of a note that both sides changed, and what is said of it. */
function clashOf(
  oid: string,
  { old, mine, now }: Readonly<Record<'old' | 'mine' | 'now', string | undefined>>,
  ours: string,
  theirs: string,
): { said: string; text: string } {
  if (mine === undefined || now === undefined) {
    const [gone, kept] = mine === undefined ? [ours, theirs] : [theirs, ours];
    return {
      said: `CONFLICT (delete/modify): Notes for object ${oid} deleted in ${gone} and modified in ${kept}. Version from ${kept} left in tree.\n`,
      text: mine ?? now ?? '',
    };
  }
  const reason = old === undefined ? 'add/add' : 'content';
  const { text } = mergeTexts(old ?? '', mine, now, { style: 'merge', labels: { ours, base: '', theirs } });
  return { said: `CONFLICT (${reason}): Merge conflict in notes for object ${oid}\n`, text };
}

const WORKTREE = 'NOTES_MERGE_WORKTREE';

/** Fails if another merge of notes waits for a person. */
async function mustBeConcluded({ fs, gitdir }: Context): Promise<void> {
  if ((await fs.readdir(`${gitdir}/${WORKTREE}`).catch(() => [])).length === 0) return;
  throw new GitFailure(
    "You have not concluded your previous notes merge (.git/NOTES_MERGE_* exists).\nPlease, use 'git notes merge --commit' or 'git notes merge --abort' to commit/abort the previous merge before you start a new notes merge.",
  );
}

/** Leaves notes with conflicts as files, each with the name of its object. */
async function startByHand({ fs, gitdir }: Context, conflicts: ReadonlyMap<string, string>): Promise<void> {
  const folder = `${gitdir}/${WORKTREE}`;
  await makeFolder(fs, folder);
  for (const [oid, text] of conflicts) await writeText(fs, `${folder}/${oid}`, text);
}

/** `git notes merge --commit`: commits what a person made of the conflicts. */
export async function commitNotesMerge(context: Context): Promise<number> {
  const { fs, gitdir, objects } = context;
  const oid = await readState(context, 'NOTES_MERGE_PARTIAL');
  if (oid === undefined) throw new GitFailure('failed to read ref NOTES_MERGE_PARTIAL');
  const ref = /^ref: (.+)$/.exec((await readState(context, 'NOTES_MERGE_REF')) ?? '')?.[1];
  if (ref === undefined) throw new GitFailure('failed to resolve NOTES_MERGE_REF');
  const partial = await readCommit(objects, oid);
  const notes = await readNotes(context, oid);
  for (const name of await fs.readdir(`${gitdir}/${WORKTREE}`))
    notes.set(name, (await readGitText(fs, `${gitdir}/${WORKTREE}/${name}`)) ?? '');
  const commit = await commitNotes(context, notes, partial.message, partial.parents);
  await updateRef(context, ref, commit, `notes: ${subjectLine(partial.message)}`);
  return abortNotesMerge(context);
}

/** `git notes merge --abort`: forgets a merge that was left to a person. */
export async function abortNotesMerge(context: Context): Promise<number> {
  const { fs, gitdir } = context;
  const folder = `${gitdir}/${WORKTREE}`;
  await clearState(context, 'NOTES_MERGE_PARTIAL', 'NOTES_MERGE_REF');
  const names = await fs.readdir(folder).catch(() => undefined);
  for (const name of names ?? []) await removeAll(fs, `${folder}/${name}`);
  if (names) return 0;
  context.io.err("error: failed to remove 'git notes merge' worktree\n");
  return 1;
}
