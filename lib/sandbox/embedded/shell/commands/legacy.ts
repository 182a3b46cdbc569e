import { Bash, getCommandNames } from 'just-bash/browser';
import { bytesToLatin1 } from './latin1';
import { concat, encode } from '../io/text';
import type { SysClient } from '../../protocol/sys-client';
import { shellFs } from '../shell-fs';
import type { Command } from './context';

/** Commands of just-bash that are run as they are. */
export const FROM_JUST_BASH: readonly string[] = getCommandNames();

const shells = new WeakMap<SysClient, Bash>();

/** A command of just-bash, which takes all its input at once and gives all its output at once. */
export const legacy: Command = async ({ name, args, cwd, env, sys, in: input, out, err, task, fds }) => {
  const bash = shells.get(sys) ?? new Bash({ fs: shellFs(sys), cwd, executionLimits: LIMITS });
  shells.set(sys, bash);
  const stdin = readsNothing(name) || !fds.get(0) ? new Uint8Array() : await input.bytes();
  const result = await task.wait(
    bash.exec(name, {
      args: [...args],
      cwd,
      env: { ...env },
      replaceEnv: true,
      stdin: bytesToLatin1(stdin),
      stdinKind: 'bytes',
      rawScript: true,
    }),
  );
  out.write(bytesOf(result));
  await out.flush();
  err.write(result.stderr.replaceAll(/^bash: (?:line \d+: )?/gm, ''));
  return result.exitCode;
};

const LIMITS = {
  maxCommandCount: 20_000_000,
  maxLoopIterations: 100_000_000,
  maxAwkIterations: 100_000_000,
  maxSedIterations: 100_000_000,
  maxJqIterations: 100_000_000,
};

const readsNothing = (name: string): boolean => name === 'tree';

function bytesOf({ stdout, stdoutKind }: { stdout: string; stdoutKind?: 'text' | 'bytes' }): Uint8Array {
  if (stdoutKind !== 'bytes') return encode(stdout);
  const size = 32_768;
  const parts: Uint8Array[] = [];
  for (let at = 0; at < stdout.length; at += size) {
    parts.push(Uint8Array.from(stdout.slice(at, at + size), (char) => char.charCodeAt(0)));
  }
  return concat(parts);
}
