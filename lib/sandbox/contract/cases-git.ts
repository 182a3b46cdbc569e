import { contains, equal } from './expect';
import type { ContractCase } from './contract-case';
import { finished } from './text';

const ME = 'git config user.name Me; git config user.email me@example.com';
const BEGIN = `git init -q -b main . && ${ME}; echo one > a.txt; git add a.txt && git commit -q -m First`;
/** Two commits on topic, the first of which conflicts with the one on main. */
const APART = `${BEGIN}; git switch -q -c topic; echo two > a.txt; git commit -q -am Two; echo b > b.txt; git add b.txt; git commit -q -m B; git switch -q main; echo uno > a.txt; git commit -q -am Uno`;
/** Git's messages about a conflict differ between versions. */
const QUIET = '> /dev/null 2>&1';
const SOLVED = 'echo both > a.txt; git add a.txt; git -c core.editor=true';

const LOG_BY_NODE = `console.log(require('child_process').execFileSync('git', ['log', '--format=%s'], { encoding: 'utf8' }).trim())`;

/** A case that checks the output of a successful script with git. */
const says = (name: string, script: string, text: string): ContractCase => ({
  name,
  needs: 'git',
  async run(sandbox, cwd) {
    equal(await finished(await sandbox.spawn('bash', ['-c', script], { cwd })), { text, code: 0 });
  },
});

export const gitCases: readonly ContractCase[] = [
  says(
    'git keeps what was committed and says what changed',
    `${BEGIN}; echo two >> a.txt; echo new > b.txt; git status --short; git diff --stat; git log --format=%s`,
    ' M a.txt\n?? b.txt\n a.txt | 1 +\n 1 file changed, 1 insertion(+)\nFirst\n',
  ),
  {
    name: 'git stands in pipes, substitutions and conditions',
    needs: 'git',
    async run(sandbox, cwd) {
      const script = `${BEGIN}; git log --oneline | wc -l | tr -d ' '; echo "on $(git branch --show-current)"; git diff --quiet && echo clean; git show HEAD:a.txt > copy.txt; cat copy.txt; cd /; git status`;
      const { text, code } = await finished(await sandbox.spawn('bash', ['-c', script], { cwd }));
      contains(text, '1\non main\nclean\none\nfatal: not a git repository');
      equal(code, 128);
    },
  },
  says(
    'git checks a branch out in a folder of its own',
    `${BEGIN}; git worktree add -q -b topic side; cd side; echo side > a.txt; git commit -q -am Side; cd ..; cat a.txt; git worktree list | wc -l | tr -d ' '; git log --format=%s topic; git worktree remove side; ls`,
    'one\n2\nSide\nFirst\na.txt\n',
  ),
  says(
    'git picks commits, and one that conflicts once that is solved',
    `${APART}; git cherry-pick topic ${QUIET}; ls; git cherry-pick topic~1 ${QUIET}; echo $?; git status --short; git cherry-pick --abort; cat a.txt; git cherry-pick topic~1 ${QUIET}; ${SOLVED} cherry-pick --continue ${QUIET}; git log --format=%s`,
    'a.txt\nb.txt\n1\nUU a.txt\nuno\nTwo\nB\nUno\nFirst\n',
  ),
  says(
    'git puts a branch onto another one, or leaves it where it was',
    `${APART}; git rebase main topic ${QUIET}; echo $?; git rebase --abort; git log --format=%s; git rebase main ${QUIET}; ${SOLVED} rebase --continue ${QUIET}; git log --format=%s; git branch --show-current`,
    '1\nB\nTwo\nFirst\nB\nTwo\nUno\nFirst\ntopic\n',
  ),
  says(
    'git merges, and leaves conflicts to be solved',
    `${APART}; git merge topic ${QUIET}; echo $?; git status --short; git merge --abort; git status --short; git merge topic ${QUIET}; echo both > a.txt; git commit -q -am Merged; git log -1 --format=%p | wc -w | tr -d ' '; git branch -d topic ${QUIET}; git branch`,
    '1\nUU a.txt\nA  b.txt\n2\n* main\n',
  ),
  says(
    'git finds what was given up by where HEAD has been',
    `${BEGIN}; echo two > a.txt; git commit -q -am Two; git reset -q --hard HEAD~1; cat a.txt; git reflog | cut -d' ' -f2-; git reset -q --hard HEAD@{1}; cat a.txt; git checkout -q -b side; git checkout -q -; git rev-parse --abbrev-ref HEAD`,
    'one\nHEAD@{0}: reset: moving to HEAD~1\nHEAD@{1}: commit: Two\nHEAD@{2}: commit (initial): First\ntwo\nmain\n',
  ),
  says(
    'git puts changes aside, takes them back and gives them up',
    `${BEGIN}; echo two > a.txt; git stash -q; cat a.txt; git stash list | wc -l | tr -d ' '; git stash pop -q; cat a.txt; git add a.txt; git reset -q; git status --short; git restore a.txt; cat a.txt`,
    'one\n1\ntwo\n M a.txt\none\n',
  ),
  says(
    'git moves files, removes them and brings them back',
    `${BEGIN}; mkdir d; git mv a.txt d/b.txt; git commit -q -m Moved; git ls-files; git rm -q d/b.txt; git status --short; git restore --staged d/b.txt; git checkout -q -- d/b.txt; cat d/b.txt; git checkout -q HEAD~1 -- a.txt; git status --short; git show --no-renames --name-status --format=%s`,
    'd/b.txt\nD  d/b.txt\none\nA  a.txt\nMoved\n\nD\ta.txt\nA\td/b.txt\n',
  ),
  says(
    'git has tags and branches as names of commits',
    `${BEGIN}; git tag v1; git tag -a v2 -m Second; git tag; git branch other v2; git branch -m other better; git branch; git rev-parse v1 v2^{commit} better HEAD | uniq | wc -l | tr -d ' '; git tag -d v1 ${QUIET}; git branch -D better ${QUIET}; git rev-parse -q --verify v1 || git tag`,
    'v1\nv2\n  better\n* main\n1\nv2\n',
  ),
  says('node starts git', `${BEGIN}; node -e "${LOG_BY_NODE}"`, 'First\n'),
];
