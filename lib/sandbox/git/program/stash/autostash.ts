import { headCommit } from '../../repository';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { filesOfCommit } from '../worktree/merge-into-work';
import { applyStash } from './apply-stash';
import { createStash, storeStash } from './stash-entries';
import { clearState, forgetStopped, readState, writeState } from '../setup/state';
import { forceTree } from '../worktree/switch-tree';
import { makeFolder } from '../../git-fs';

/** Where a rebase keeps its autostash. */
const REBASE = 'rebase-merge/autostash';
/** Where one that applies patches does. */
export const APPLY_AUTOSTASH = 'rebase-apply/autostash';
/** Where a merge keeps its autostash. */
export const MERGE_AUTOSTASH = 'MERGE_AUTOSTASH';

/** What is stashed for commands that have not ended. */
export async function autostashes(context: Context): Promise<string[]> {
  const found = await Promise.all([REBASE, APPLY_AUTOSTASH, MERGE_AUTOSTASH].map((file) => readState(context, file)));
  return found.filter((oid) => oid !== undefined);
}

/** Stashes uncommitted changes while another command runs. */
export async function makeAutostash(context: Context, state = REBASE): Promise<void> {
  const made = await createStash(context, {
    message: 'autostash',
    untracked: 'no',
    keepIndex: false,
    stagedOnly: false,
    wanted: undefined,
  });
  if (!made) return;
  if (state === REBASE) await makeFolder(context.fs, `${context.gitdir}/rebase-merge`);
  await writeState(context, state, `${made.oid}\n`);
  context.io.out(`Created autostash: ${made.oid.slice(0, 7)}\n`);
  const index = await loadIndex(context);
  await forceTree(context, index, await filesOfCommit(context, await headCommit(context)));
  await saveIndex(context, index);
}

/** Keeps what was stashed for a rebase where one that applies patches looks for it. */
export async function moveAutostash(context: Context): Promise<void> {
  const oid = await readState(context, REBASE);
  await clearState(context, 'rebase-merge');
  if (oid === undefined) return;
  await makeFolder(context.fs, `${context.gitdir}/rebase-apply`);
  await writeState(context, APPLY_AUTOSTASH, `${oid}\n`);
}

/** Restores the autostash; if it conflicts, it becomes a stash entry. */
export async function applyAutostash(context: Context, onlyStore = false, state = REBASE): Promise<void> {
  const oid = await readState(context, state);
  if (oid === undefined) return;
  let applied = false;
  if (!onlyStore) {
    const { clean } = await applyStash(context, oid, { index: false }).catch(() => ({ clean: false }));
    applied = clean;
  }
  if (!applied) {
    await storeStash(context, oid, 'autostash');
    context.io.err(
      `${onlyStore ? 'Autostash exists; creating a new stash entry.' : 'Applying autostash resulted in conflicts.'}\nYour changes are safe in the stash.\nYou can run "git stash pop" or "git stash drop" at any time.\n`,
    );
  } else context.io.err('Applied autostash.\n');
  await clearState(context, state);
}

/** Gives up an unfinished merge or pick: its state is removed, and what a merge stashed becomes a stash entry. */
export async function giveUpStopped(context: Context): Promise<void> {
  await applyAutostash(context, true, MERGE_AUTOSTASH);
  await forgetStopped(context);
}
