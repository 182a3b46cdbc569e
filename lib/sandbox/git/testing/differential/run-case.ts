import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from './cases';

/** The outcome of a script: its output, the exit code of each git command, and the state it left. */
export interface Outcome {
  readonly out: string;
  readonly codes: string;
  readonly state: string;
  /** Not compared; shown to explain a difference. */
  readonly err: string;
}

/** Each command runs at a later time than the one before, the same on both sides. */
const PRELUDE = `
T=1700000000
git() {
  T=$((T+60))
  GIT_AUTHOR_DATE="\${GIT_AUTHOR_DATE:-$T +0000}" GIT_COMMITTER_DATE="\${GIT_COMMITTER_DATE:-$T +0000}" command git "$@"
  local code=$?
  echo "$code: git $*" >&8
  return $code
}
`;

const SETTINGS = '[user]\n\tname = Me\n\temail = me@example.com\n[init]\n\tdefaultBranch = main\n';

/** Prints everything visible in the folders that a script leaves, using the machine's own git. */
const LOOK = `
cd "$1"
find . -name .git -prune -o -name '*.git' -prune -o -printf '%P %y %m %l\\n' | LC_ALL=C sort
find . -name .git -prune -o -name '*.git' -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 -r sha1sum
for r in $(find . -name HEAD -path '*git/HEAD' -not -path '*/worktrees/*' -not -path '*/logs/*' | LC_ALL=C sort); do
  d=\${r%/*}; echo "== $d"
  case $d in */.git) cd \${d%/*};; *) cd $d;; esac
  cat \${d##*/}/HEAD HEAD 2>/dev/null
  git for-each-ref; git status --porcelain=v2 2>&1; git ls-files -s 2>&1; git reflog --format='%gd %H %gs' 2>&1
  git stash list --format='%gd %H %gs'; git config -l --local | LC_ALL=C sort
  git fsck --no-dangling --strict 2>&1 | grep -v '^notice\\|^Checking\\|dangling\\|unreachable\\|^missing tree 4b825dc6'
  cd "$1"
done
`;

/**
 * `$1`: the home, `$2`: what is before the path, `$3`: the script. One process does all: starting one from here copies much memory.
 */
const WHOLE = `PATH="$2$PATH" bash -c "$3"\n${LOOK}`;

/**
 * Runs a script with the `git` in the folder `program`, or the machine's. Both run in a folder of the same name, one
 * after the other: git writes folder names into messages, and so into hashes.
 */
export async function runCase({ script }: Case, program?: string): Promise<Outcome> {
  const home = join(await realpath(tmpdir()), `toolyard-case-${process.pid}`);
  await mkdir(home, { mode: 0o700 });
  try {
    const work = join(home, 'work');
    await mkdir(work);
    await writeFile(join(home, 'settings'), SETTINGS);
    const env = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      TERM: 'dumb',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: join(home, 'settings'),
      GIT_PAGER: 'cat',
    };
    const codes = join(home, 'codes');
    const ran = `exec 8>>'${codes}' >>'${home}.out' 2>>'${home}.err'\n${PRELUDE}${script}`;
    const state = await bash([WHOLE, 'bash', home, program === undefined ? '' : `${program}:`, ran], work, env);
    const said = await readFile(codes, 'utf8');
    const hide = (text: string) => text.replaceAll(home, '/home');
    return {
      out: hide(await readFile(`${home}.out`, 'utf8')),
      // Whether a command is still writing when its reader exits depends on chance; a pack's name, on how it is compressed.
      codes: hide(said)
        .replaceAll(/^141:/gm, '0:')
        .replaceAll(/pack-[0-9a-f]{40}/g, 'pack-ID'),
      state: hide(state).replaceAll(/^\S+ {2}\.\/codes$\n/gm, ''),
      err: hide(await readFile(`${home}.err`, 'utf8')),
    };
  } finally {
    for (const left of [home, `${home}.out`, `${home}.err`]) await rm(left, { recursive: true, force: true });
  }
}

async function bash(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn('bash', ['-c', ...args], {
    cwd,
    env: { NODE_ENV: 'test', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 60_000);
  await once(child, 'close');
  clearTimeout(timer);
  return out;
}
