import { isLong } from '@/lib/tools/testing/cases';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitRepositories, hasGit, type GitRepositories } from '../testing/git-bench';

const installed = await hasGit();

/** The same steps are taken in two repositories, by our git in one and by the machine's in the other. */
let ours: GitRepositories;
let real: GitRepositories;
beforeEach(async () => {
  [ours, real] = [await createGitRepositories(clock()), await createGitRepositories(clock())];
});
afterEach(() => Promise.all([ours.dispose(), real.dispose()]));

/** Both have the same time at the same step: then even the ids of commits are the same. */
const clock =
  (seconds = 1_700_000_000) =>
  () =>
    seconds++;

/** A command, or a file and what is written to it. */
type Step = string | readonly [file: string, text: string];

const START: readonly Step[] = [
  'init -q -b main',
  'config user.name Me',
  'config user.email me@example.com',
  ['a.txt', '1\n2\n3\n4\n5\n'],
  'add .',
  'commit -q -m First',
  'switch -q -c topic',
  ['a.txt', '1\n2\n3\n4\nfive\n'],
  'commit -q -a -m Five',
  ['new.txt', 'new\n'],
  'add .',
  'commit -q -m New',
  'switch -q main',
  ['a.txt', 'one\n2\n3\n4\n5\n'],
  'commit -q -a -m One',
];

/** What can be seen of a repository, by the machine's git. */
const LOOKS = [
  'status -s',
  'log --format=%H|%P|%s --all',
  'reflog --format=%H|%gn|%ge|%gs',
  'reflog --format=%H|%gs main',
  'branch -v',
  'diff HEAD',
];

/** Each calls the side that is picked by a name of its own, so that what is in the file is not the same. */
const named = (text: string) => text.replaceAll(/>{7} .*/g, '>>>>>>> theirs').replaceAll(/^index .*/gm, 'index');

async function look(git: GitRepositories): Promise<string> {
  const said: string[] = [];
  for (const line of LOOKS) said.push(`$ git ${line}\n${named((await git.real(line)).out)}`);
  const { code, err } = await git.real('fsck --full --strict --no-dangling');
  return [...said, code === 0 ? '' : err].join('\n');
}

/** Looks where something went wrong, and at the end: what was between stands in the reflog. */
async function take(steps: readonly Step[], { looking = true } = {}): Promise<void> {
  for (const [index, step] of steps.entries()) {
    if (typeof step !== 'string') {
      await Promise.all([ours.write(...step), real.write(...step)]);
      continue;
    }
    const [own, other] = [await ours.ours(step), await real.real(step)];
    expect(`${step}: ${own.code}`, own.err + other.err).toBe(`${step}: ${other.code}`);
    if (looking && (own.code !== 0 || index === steps.length - 1))
      expect(await look(ours), step).toBe(await look(real));
  }
}

/** On main a commit that conflicts with the first one of topic. */
const APART: readonly Step[] = [['a.txt', 'one\n2\n3\n4\ncinq\n'], 'commit -q -a -m Cinq'];
const SOLVED: readonly Step[] = [['a.txt', 'one\n2\n3\n4\nboth\n'], 'add a.txt'];

const SCRIPTS: Readonly<Record<string, readonly Step[]>> = {
  'commits, amended too': [['a.txt', 'x\n'], 'commit -q -a -m Second', 'commit -q --amend -m Better'],
  'going back to where one was': ['checkout -q topic', 'checkout -q -', 'switch -q -', 'checkout -q @{-1}'],
  'going nowhere, as there was no place before': ['checkout -q -b x', 'switch -q @{-9}', 'checkout -q @{-9}'],
  'leaving all branches, and coming back': [
    'checkout -q HEAD~1',
    'checkout -q -',
    'switch -q --detach topic',
    'switch -q main',
  ],
  'what was given up, found by where a branch has been': [
    'reset -q --hard HEAD~1',
    'reset -q --hard main@{1}',
    'reset -q --hard HEAD@{2}',
  ],
  merges: [
    'merge -q topic',
    'reset -q --hard HEAD~1',
    'switch -q topic',
    'merge -q main~1',
    'switch -q -c b main~1',
    'merge -q topic',
  ],
  'commits that are picked': ['cherry-pick topic', 'reset -q --hard HEAD~1', 'cherry-pick main..topic'],
  'a pick that conflicts, and is solved': [...APART, 'cherry-pick topic~1', ...SOLVED, 'cherry-pick --continue'],
  'a pick that conflicts, and is committed': [...APART, 'cherry-pick topic~1', ...SOLVED, 'commit -q -m Both'],
  'picks of which one conflicts, and is solved': [
    ...APART,
    'cherry-pick main..topic',
    ...SOLVED,
    'cherry-pick --continue',
  ],
  'picks of which one conflicts, and is left out': [...APART, 'cherry-pick main..topic', 'cherry-pick --skip'],
  'picks that are given up': [...APART, 'cherry-pick topic topic~1', 'cherry-pick --abort'],
  'a pick of what is there already': ['cherry-pick topic', 'cherry-pick topic', 'cherry-pick --skip'],
  'a pick over what is not committed': [
    ['a.txt', 'mine\n'],
    'cherry-pick topic',
    'reset -q --hard',
    'cherry-pick --abort',
  ],
  'a rebase': ['switch -q topic', 'rebase -q main', 'rebase -q main', 'switch -q main', 'rebase -q topic'],
  'a rebase of another branch': [
    'rebase -q main topic',
    'switch -q main',
    'rebase -q main topic',
    'rebase -q main topic~1',
  ],
  'a rebase onto another commit': [
    'switch -q topic',
    'rebase -q --onto main topic~1',
    'switch -q --detach',
    'rebase -q main~1',
  ],
  'a rebase that conflicts, and is solved': [
    ...APART,
    'switch -q topic',
    'rebase -q main',
    ...SOLVED,
    'rebase --continue',
  ],
  'a rebase that conflicts, and leaves that out': [...APART, 'switch -q topic', 'rebase -q main', 'rebase --skip'],
  'a rebase that is given up': [...APART, 'switch -q topic', 'rebase -q main', 'rebase --abort', 'rebase --abort'],
  'a rebase over what is not committed': ['switch -q topic', ['a.txt', 'mine\n'], 'rebase -q main'],
  'branches made, renamed and removed': [
    'branch x',
    'branch -m x y',
    'branch -f y HEAD~1',
    'branch -D y',
    'branch -m main other',
  ],
};

describe.skipIf(!installed)(
  `steps beside the machine's git${installed ? '' : ' (skipped: no git is installed)'}`,
  () => {
    it.each(Object.entries(SCRIPTS).filter((_, at) => isLong || at % 3 === 0))(
      'lead to the same: %s',
      async (_, steps) => {
        await take(START, { looking: false });
        await take(steps);
      },
    );

    it.each([
      'reflog',
      'reflog show -n 2',
      'reflog topic -1',
      'reflog refs/heads/main',
      'rev-parse HEAD@{1} main@{0} @{1} @{-1}',
    ])('are told alike of the same repository: git %s', async (line) => {
      await take(START, { looking: false });
      const [own, other] = [await ours.ours(line), await ours.real(line)];
      expect(own).toMatchObject({ code: other.code, out: other.out });
      expect(own.out).not.toBe('');
    });

    it.each([
      ['rebase -q main', 'rebase --continue', 'New Five Cinq One First'],
      ['rebase -q main', 'rebase --skip', 'New Cinq One First'],
      ['rebase -q main', 'rebase --abort', 'New Five First'],
      ['cherry-pick main~1 main', 'cherry-pick --continue', 'Cinq One New Five First'],
      ['cherry-pick main~1 main', 'cherry-pick --abort', 'New Five First'],
    ])('are gone on with by the one where the other stopped: git %s, git %s', async (begin, goOn, subjects) => {
      await take([...START, ...APART, 'switch -q topic'], { looking: false });
      for (const git of [ours, real]) {
        const [first, second] = git === ours ? [git.ours, git.real] : [git.real, git.ours];
        expect(await first(begin)).toMatchObject({ code: 1 });
        if (goOn.endsWith('continue')) {
          await git.write('a.txt', 'one\n2\n3\n4\nboth\n');
          await second('add a.txt');
        }
        expect(await second(goOn)).toMatchObject({ code: 0 });
        expect((await git.real('log --format=%s --topo-order HEAD')).out.trim().replaceAll('\n', ' ')).toBe(subjects);
        expect(await git.real('status --porcelain=v2 --branch')).toMatchObject({
          out: expect.stringMatching(/head topic\n$/),
        });
        expect((await git.real('status')).out).toContain('nothing to commit, working tree clean');
      }
    });

    it.each([
      ['merge topic', ''],
      ['cherry-pick topic~1', ''],
      ['cherry-pick main..topic', 'and.txt'],
    ])('are told alike while they stand in the middle: git %s', async (begin, more) => {
      await take([...START, ...APART], { looking: false });
      if (more) await ours.write(more, 'x\n');
      expect(await ours.ours(begin)).toMatchObject({ code: 1 });
      const alike = async () => expect((await ours.ours('status')).out).toBe((await ours.real('status')).out);
      await alike();
      await ours.write('a.txt', 'solved\n');
      await ours.ours('add a.txt');
      await alike();
    });

    it('say that a rebase stands in the middle', async () => {
      await take([...START, ...APART, 'switch -q topic'], { looking: false });
      await ours.ours('rebase main');
      expect((await ours.ours('status')).out).toMatch(
        /You are currently rebasing branch 'topic' on '[0-9a-f]{7}'\.\n {2}\(fix/,
      );
    });

    it.each(['reflog nothing', 'rev-parse HEAD@{99}', 'rev-parse @{-9}'])('fail alike: git %s', async (line) => {
      await take(START, { looking: false });
      const [own, other] = [await ours.ours(line), await ours.real(line)];
      expect(own.err).toMatch(/^fatal: /);
      expect(own.code).toBe(other.code);
    });
  },
);
