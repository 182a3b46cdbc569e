import git from 'isomorphic-git';
import { messageOf } from '@/lib/protocol/message-of';
import { resolveFrom } from '../../embedded/fs/paths';
import { GitFailure } from '../git-failure';
import { COMMANDS } from './commands';
import type { GitIo } from './git-io';

/** Needs a network, which no program in the sandbox has. */
const REMOTE = new Set(['clone', 'fetch', 'pull', 'push', 'ls-remote', 'remote', 'submodule']);

/** Runs the git program and gives its exit code; never throws. */
export async function runGit(args: readonly string[], io: GitIo): Promise<number> {
  try {
    const { name, rest, io: inside } = leading(args, io);
    if (name === undefined || name === 'help') {
      io.out(`usage: git [-C <path>] <command> [<args>]\n\ncommands: ${[...COMMANDS.keys()].join(', ')}\n`);
      return name === undefined ? 1 : 0;
    }
    if (name === '--version' || name === 'version') {
      io.out(`git version ${git.version()} (isomorphic-git)\n`);
      return 0;
    }
    const command = COMMANDS.get(name);
    if (command) return (await command(rest, inside)) ?? 0;
    io.err(
      REMOTE.has(name)
        ? `git: '${name}' needs a network, and there is none in this sandbox\n`
        : `git: '${name}' is not supported in this sandbox. There is: ${[...COMMANDS.keys()].join(', ')}\n`,
    );
    return 1;
  } catch (error) {
    const exitCode = error instanceof GitFailure ? error.exitCode : 128;
    const message = messageOf(error);
    io.err(`${exitCode === 128 ? 'fatal' : 'error'}: ${message}\n`);
    return exitCode;
  }
}

/** Takes the options that stand before the subcommand. */
function leading(args: readonly string[], io: GitIo): { name: string | undefined; rest: readonly string[]; io: GitIo } {
  const rest = [...args];
  let { cwd } = io;
  const env = { ...io.env };
  while (rest[0]?.startsWith('-')) {
    const option = rest[0];
    if (option === '--version') break;
    rest.shift();
    if (option === '-C') cwd = resolveFrom(cwd, rest.shift() ?? '.');
    else if (option === '-c') setVariable(env, rest.shift() ?? '');
    else if (option === '--help' || option === '-h') return { name: 'help', rest: [], io };
    else if (!['--no-pager', '-P', '--no-optional-locks', '--literal-pathspecs'].includes(option)) {
      throw new GitFailure(`unknown option: ${option}`, 129);
    }
  }
  const [name, ...others] = rest;
  return { name, rest: others, io: { ...io, cwd, env } };
}

/** `-c user.name=…` counts for one run; other settings change nothing here. */
function setVariable(env: Record<string, string>, setting: string): void {
  const [, key, value] = /^user\.(name|email)=(.*)$/.exec(setting) ?? [];
  if (key === undefined || value === undefined) return;
  for (const role of ['AUTHOR', 'COMMITTER']) env[`GIT_${role}_${key.toUpperCase()}`] ??= value;
}
