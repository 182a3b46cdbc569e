import { defineCommand, type CustomCommand, type ExecResult, type ResolvedCommandContext } from 'just-bash/browser';
import type { Children } from '../program/children';
import { STREAM_VARIABLE } from './stream-statements';

/** A program as a shell command: a process of its own, whose output streams where nothing redirects it. */
export const programCommand = (
  name: 'node' | 'git',
  children: Children,
  onStart: (write: ((text: string | null) => void) | undefined) => void,
): CustomCommand => defineCommand(name, (args, context) => run(name, children, args, context, onStart));

function run(
  name: string,
  children: Children,
  args: string[],
  context: ResolvedCommandContext,
  onStart: (write: ((text: string | null) => void) | undefined) => void,
): Promise<ExecResult> {
  const { [STREAM_VARIABLE]: stream, ...env } = context.exportedEnv ?? {};
  const inheritInput = stream === 'single';
  return new Promise((resolve) => {
    const text = { 1: '', 2: '' };
    const child = children.start({
      command: name,
      args,
      cwd: context.cwd,
      env,
      inheritOutput: stream !== undefined,
      inheritInput,
      onOutput: (fd, part) => void (text[fd] += part),
      onExit(exitCode) {
        context.signal?.removeEventListener('abort', abort);
        onStart(undefined);
        resolve({ stdout: text[1], stderr: text[2], stdoutKind: 'text', exitCode });
      },
    });
    const abort = () => child.kill('SIGKILL');
    context.signal?.addEventListener('abort', abort);
    if (context.signal?.aborted) abort();
    if (inheritInput) onStart(child.write);
    else {
      child.write(utf8Of(context.stdin));
      child.write(null);
    }
  });
}

/** just-bash passes bytes as a string with one character each, under an opaque type. */
const utf8Of = (bytes: unknown): string =>
  typeof bytes === 'string' ? new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))) : '';
