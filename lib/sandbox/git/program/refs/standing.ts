import { currentBranch } from '../../repository';
import { readCommit, subjectLine } from '../../store/commit';
import type { Context } from '../setup/context';
import { hasState, readState } from '../setup/state';

/** The operation in progress and how to continue it, as `git status` says it; empty if there is none. */
export async function branchStanding(
  context: Context,
  open: boolean,
  { hints }: { hints: boolean; forCommit: boolean },
): Promise<string> {
  const say = (title: string, lines: readonly string[]): string =>
    `${title}\n${hints ? lines.map((line) => `  (${line})\n`).join('') : ''}`;
  let out = '';
  const rebasing = await readState(context, 'rebase-merge/head-name');
  const applying = (await hasState(context, 'rebase-apply/rebasing'))
    ? await readState(context, 'rebase-apply/head-name')
    : undefined;
  if (rebasing !== undefined) out += await rebaseText(context, 'rebase-merge', rebasing, open, say);
  else if (applying !== undefined) out += await rebaseText(context, 'rebase-apply', applying, open, say);
  else if ((await readState(context, 'rebase-apply/applying')) !== undefined) {
    const isEmpty = (await readState(context, 'rebase-apply/patch')) === '';
    out += say(`You are in the middle of an am session.${isEmpty ? '\nThe current patch is empty.' : ''}`, [
      ...(isEmpty ? [] : ['fix conflicts and then run "git am --continue"']),
      'use "git am --skip" to skip this patch',
      'use "git am --abort" to restore the original branch',
    ]);
  } else if ((await readState(context, 'MERGE_HEAD')) !== undefined) {
    out += open
      ? say('You have unmerged paths.', [
          'fix conflicts and run "git commit"',
          'use "git merge --abort" to abort the merge',
        ])
      : say('All conflicts fixed but you are still merging.', ['use "git commit" to conclude merge']);
  } else out += await pickText(context, open, say);
  const bisecting = await readState(context, 'BISECT_START');
  if (bisecting !== undefined)
    out += `${out === '' ? '' : '\n'}${say(`You are currently bisecting, started from branch '${bisecting.replace(/^([0-9a-f]{7})[0-9a-f]{33}$/, '$1')}'.`, ['use "git bisect reset" to get back to the original branch'])}`;
  return out;
}

type Say = (title: string, lines: readonly string[]) => string;

async function pickText(context: Context, open: boolean, say: Say): Promise<string> {
  for (const [file, verb, word] of [
    ['CHERRY_PICK_HEAD', 'cherry-pick', 'cherry-picking'],
    ['REVERT_HEAD', 'revert', 'reverting'],
  ] as const) {
    const todo = await readState(context, 'sequencer/todo');
    const several = todo?.startsWith(verb === 'revert' ? 'revert' : 'pick') === true;
    const picked = several ? undefined : await readState(context, file);
    const isOurs = todo !== undefined && todo.startsWith(verb === 'revert' ? 'revert' : 'pick');
    if (picked === undefined && !isOurs) continue;
    const name = verb === 'revert' ? 'Revert' : 'Cherry-pick';
    const title =
      picked === undefined
        ? `${name} currently in progress.`
        : `You are currently ${word} commit ${picked.slice(0, 7)}.`;
    const goOn = `run "git ${verb} --continue"`;
    const first = open
      ? `fix conflicts and ${goOn}`
      : picked === undefined
        ? `${goOn} to continue`
        : `all conflicts fixed: ${goOn}`;
    return say(title, [
      first,
      `use "git ${verb} --skip" to skip this patch`,
      `use "git ${verb} --abort" to cancel the ${verb} operation`,
    ]);
  }
  return '';
}

async function rebaseText(
  context: Context,
  folder: 'rebase-merge' | 'rebase-apply',
  headName: string,
  open: boolean,
  say: Say,
): Promise<string> {
  const onto = (await readState(context, `${folder}/onto`)) ?? '';
  const interactive = (await readState(context, 'rebase-merge/interactive')) !== undefined;
  const branch = headName.startsWith('refs/heads/') ? ` branch '${headName.slice('refs/heads/'.length)}'` : '';
  const on = `${branch} on '${onto.slice(0, 7)}'`;
  let out = interactive ? await todoText(context, say) : '';
  const amending = (await readState(context, 'rebase-merge/amend')) !== undefined;
  if (open) {
    out += say(`You are currently rebasing${on}.`, [
      'fix conflicts and then run "git rebase --continue"',
      'use "git rebase --skip" to skip this patch',
      'use "git rebase --abort" to check out the original branch',
    ]);
  } else if (amending || (interactive && (await readState(context, 'MERGE_MSG')) === undefined)) {
    out += say(`You are currently editing a commit while rebasing${on}.`, [
      'use "git commit --amend" to amend the current commit',
      'use "git rebase --continue" once you are satisfied with your changes',
    ]);
  } else out += say(`You are currently rebasing${on}.`, ['all conflicts fixed: run "git rebase --continue"']);
  return out;
}

/** The last commands of a rebase and the next ones. */
async function todoText(context: Context, say: Say): Promise<string> {
  const lines = async (name: string) =>
    ((await readState(context, `rebase-merge/${name}`)) ?? '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const shorten = (line: string) => line.replace(/\b([0-9a-f]{7})[0-9a-f]{33}\b/, '$1');
  const [done, left] = [await lines('done'), await lines('git-rebase-todo')];
  const commands = (count: number) => `${count} command${count === 1 ? '' : 's'}`;
  let out = '';
  if (done.length === 0) out += 'No commands done.\n';
  else {
    out += `Last command${done.length === 1 ? '' : 's'} done (${commands(done.length)} done):\n`;
    out += done
      .slice(-2)
      .map((line) => `   ${shorten(line)}\n`)
      .join('');
    if (done.length > 2) out += say('', [`see more in file .git/rebase-merge/done`]).slice(1);
  }
  if (left.length === 0) return `${out}No commands remaining.\n`;
  out += `Next command${left.length === 1 ? '' : 's'} to do (${left.length} remaining command${left.length === 1 ? '' : 's'}):\n`;
  out += left
    .slice(0, 2)
    .map((line) => `   ${shorten(line)}\n`)
    .join('');
  return out + say('', ['use "git rebase --edit-todo" to view and edit']).slice(1);
}

/** A commit's short id and subject, as printed after a checkout. */
export async function headText(context: Context, oid: string): Promise<string> {
  void (await currentBranch(context));
  return `${oid.slice(0, 7)} ${subjectLine((await readCommit(context.objects, oid)).message)}`;
}
