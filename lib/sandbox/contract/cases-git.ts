import { contains, equal } from './expect';
import type { ContractCase } from './suite';
import { finished } from './text';

const ME = 'git config user.name Me; git config user.email me@example.com';
const BEGIN = `git init -q -b main . && ${ME}; echo one > a.txt; git add a.txt && git commit -q -m First`;

export const gitCases: readonly ContractCase[] = [
  {
    name: 'git keeps what was committed and says what changed',
    needs: 'git',
    async run(sandbox, cwd) {
      const script = `${BEGIN}; echo two >> a.txt; echo new > b.txt; git status --short; git diff --stat; git log --format=%s`;
      equal(await finished(await sandbox.spawn('bash', ['-c', script], { cwd })), {
        text: ' M a.txt\n?? b.txt\n a.txt | 1 +\n 1 file changed, 1 insertion(+)\nFirst\n',
        code: 0,
      });
    },
  },
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
  {
    name: 'git checks a branch out in a folder of its own',
    needs: 'git',
    async run(sandbox, cwd) {
      const script = `${BEGIN}; git worktree add -q -b topic side; cd side; echo side > a.txt; git commit -q -am Side; cd ..; cat a.txt; git worktree list | wc -l | tr -d ' '; git log --format=%s topic; git worktree remove side; ls`;
      equal(await finished(await sandbox.spawn('bash', ['-c', script], { cwd })), {
        text: 'one\n2\nSide\nFirst\na.txt\n',
        code: 0,
      });
    },
  },
  {
    name: 'node starts git',
    needs: 'git',
    async run(sandbox, cwd) {
      const program = `console.log(require('child_process').execFileSync('git', ['log', '--format=%s'], { encoding: 'utf8' }).trim())`;
      const script = `${BEGIN}; node -e "${program}"`;
      equal(await finished(await sandbox.spawn('bash', ['-c', script], { cwd })), { text: 'First\n', code: 0 });
    },
  },
];
