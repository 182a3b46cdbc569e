import { readText } from '../git-fs';
import type { Repository } from '../repository';

/** What stands in the middle, and how to go on, as `git status` says it; undefined where nothing does. */
export async function standing({ fs, gitdir }: Repository, open: boolean): Promise<string | undefined> {
  const read = async (name: string) => (await readText(fs, `${gitdir}/${name}`))?.trim();
  const [onto, branch] = [await read('rebase-merge/onto'), await read('rebase-merge/head-name')];
  if (onto !== undefined && branch !== undefined) {
    const on = `on '${onto.slice(0, 7)}'`;
    const what = branch.startsWith('refs/heads/') ? ` branch '${branch.slice('refs/heads/'.length)}' ${on}` : ` ${on}`;
    return hints(`You are currently rebasing${what}.`, [
      open ? 'fix conflicts and then run "git rebase --continue"' : 'all conflicts fixed: run "git rebase --continue"',
      'use "git rebase --skip" to skip this patch',
      'use "git rebase --abort" to check out the original branch',
    ]);
  }
  const picked = await read('CHERRY_PICK_HEAD');
  if (picked !== undefined) {
    const several = (await read('sequencer/todo')) !== undefined;
    const goOn = 'run "git cherry-pick --continue"';
    const solved = several ? `${goOn} to continue` : `all conflicts fixed: ${goOn}`;
    const title = several
      ? 'Cherry-pick currently in progress.'
      : `You are currently cherry-picking commit ${picked.slice(0, 7)}.`;
    return hints(title, [
      open ? `fix conflicts and ${goOn}` : solved,
      'use "git cherry-pick --skip" to skip this patch',
      'use "git cherry-pick --abort" to cancel the cherry-pick operation',
    ]);
  }
  if ((await read('MERGE_HEAD')) === undefined) return undefined;
  return open
    ? hints('You have unmerged paths.', [
        'fix conflicts and run "git commit"',
        'use "git merge --abort" to abort the merge',
      ])
    : hints('All conflicts fixed but you are still merging.', ['use "git commit" to conclude merge']);
}

const hints = (title: string, lines: readonly string[]): string =>
  `${title}\n${lines.map((line) => `  (${line})\n`).join('')}\n`;
