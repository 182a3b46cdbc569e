import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runGit } from '../program/run-git';
import { nodeGitFs } from './node-git-fs';

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder on the machine in which our git and the machine's git run. */
export interface GitRepositories {
  readonly root: string;
  /** Runs our git; a string is split at spaces. */
  ours(line: string | readonly string[], cwd?: string): Promise<Said>;
  /** Runs the machine's git. */
  real(line: string | readonly string[], cwd?: string): Promise<Said>;
  write(path: string, text: string | Uint8Array): Promise<void>;
  text(path: string): Promise<string>;
  dispose(): Promise<void>;
}

const execute = promisify(execFile);
const NOBODY = { LC_ALL: 'C', GIT_EDITOR: 'true', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
const ME = ['AUTHOR', 'COMMITTER'].map((role) => [
  [`GIT_${role}_NAME`, 'Me'],
  [`GIT_${role}_EMAIL`, 'me@example.com'],
]);

/** Whether the machine has a git to compare with. */
export const hasGit = (): Promise<boolean> =>
  execute('git', ['--version']).then(
    () => true,
    () => false,
  );

const datesAt = (seconds: number) => ({ GIT_AUTHOR_DATE: `${seconds} +0000`, GIT_COMMITTER_DATE: `${seconds} +0000` });

/** `clock` returns the time at which each command runs, in seconds; the default is now. */
export async function createGitRepositories(clock?: () => number): Promise<GitRepositories> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-git-')));
  const root = join(home, 'project');
  await mkdir(root);
  const fs = nodeGitFs();
  const words = (line: string | readonly string[]) => (typeof line === 'string' ? line.split(' ') : [...line]);
  return {
    root,
    async ours(line, cwd = root) {
      let [out, err] = ['', ''];
      const code = await runGit(words(line), {
        fs,
        cwd,
        env: { GIT_EDITOR: 'true', ...(clock && datesAt(clock())) },
        settings: join(home, 'settings'),
        out: (text) => void (out += typeof text === 'string' ? text : Buffer.from(text).toString()),
        err: (text) => void (err += text),
        input: async () => new Uint8Array(),
        run: async ([command = 'true', ...args], { cwd, env }) => {
          const ran = await execute(command, args, { cwd, env: { ...process.env, ...env } }).catch(
            (error: unknown) => ({ code: Number(Object(error).code), stdout: String(Object(error).stdout) }),
          );
          return { code: 'code' in ran ? ran.code : 0, out: ran.stdout };
        },
      });
      return { code, out, err };
    },
    async real(line, cwd = root) {
      try {
        const dates = clock ? datesAt(clock()) : {};
        const env = { ...process.env, ...NOBODY, ...Object.fromEntries(ME.flat()), ...dates, HOME: home };
        const { stdout, stderr } = await execute('git', words(line), { cwd, env });
        return { code: 0, out: stdout, err: stderr };
      } catch (error) {
        const { code, stdout, stderr } = Object(error);
        return { code: Number(code), out: String(stdout), err: String(stderr) };
      }
    },
    async write(path, text) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
    text: (path) => readFile(join(root, path), 'utf8'),
    dispose: () => rm(home, { recursive: true, force: true }),
  };
}
