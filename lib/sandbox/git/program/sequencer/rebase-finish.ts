import { headCommit } from '../../repository';
import { applyAutostash } from '../stash/autostash';
import type { Context } from '../setup/context';
import { runHook } from '../setup/hooks';
import { carryNotes } from '../message/notes';
import { removeLabels } from './rebase-merges';
import { actionOf, clearLine, DIR, readRebase } from './rebase-state';
import { noteMove } from '../refs/reflog';
import { clearState } from '../setup/state';
import { switchHead, updateRef } from '../refs/update-refs';

/** Moves the branches on rewritten commits: `--update-refs`. */
async function updateRefs(context: Context): Promise<string[]> {
  const lines = (await readRebase(context, 'update-refs'))?.split('\n') ?? [];
  const moved = [];
  for (const [, ref = '', after = ''] of lines.map((line) => /^(\S+) (\S+)$/.exec(line) ?? [])) {
    if (ref === '') continue;
    if ((await context.refs.resolve(ref)) !== after) await updateRef(context, ref, after, 'rewritten during rebase');
    moved.push(ref);
  }
  return moved;
}

/** Moves the branch that was rebased to where HEAD is now, and puts HEAD on it again. */
export async function moveToBranch(
  context: Context,
  { headName, onto, before }: { headName: string; onto: string | undefined; before: string | undefined },
): Promise<void> {
  const after = await headCommit(context);
  if (!headName.startsWith('refs/heads/') || after === undefined) return;
  await context.refs.write(headName, after);
  await noteMove(context, headName, {
    before,
    after,
    reason: `${actionOf(context)} (finish): ${headName} onto ${onto}`,
  });
  await switchHead(
    context,
    { branch: headName.slice('refs/heads/'.length) },
    `${actionOf(context)} (finish): returning to ${headName}`,
  );
}

/** Carries the notes of commits that a rebase has rewritten, and tells the hook. `list`: the old and the new id in each line. */
export async function tellRewritten(context: Context, list: string | undefined): Promise<void> {
  if (list === undefined) return;
  const pairs = list.split('\n').map((line) => line.split(' '));
  await carryNotes(
    context,
    pairs.map(([old = '', now = '']) => [old, now] as const),
    'rebase',
  );
  await runHook(context, 'post-rewrite', ['rebase'], `${list}\n`);
}

/** Finishes a rebase: moves the branch and removes the rebase's state. */
export async function finishRebase(context: Context): Promise<number> {
  const { io } = context;
  const [headName = '', onto, quiet] = [
    await readRebase(context, 'head-name'),
    await readRebase(context, 'onto'),
    await readRebase(context, 'quiet'),
  ];
  await moveToBranch(context, {
    headName,
    onto,
    before: await readRebase(context, 'orig-head'),
  });
  const moved = await updateRefs(context);
  await tellRewritten(context, await readRebase(context, 'rewritten-list'));
  await applyAutostash(context);
  await removeLabels(context);
  await clearState(context, DIR, 'REBASE_HEAD');
  if (quiet === undefined) io.err(`${clearLine(context)}Successfully rebased and updated ${headName}.\n`);
  if (moved.length > 0)
    if ((await readRebase(context, 'quiet')) === undefined)
      io.err(
        `Updated the following refs with --update-refs:\n${moved
          .toSorted()
          .map((ref) => `\t${ref}\n`)
          .join('')}`,
      );
  return 0;
}
