import { messageOf } from '@/lib/protocol/message-of';
import { resolveFrom } from '../fs/paths';
import type { ProcessSpec } from '../protocol/process';
import type { SysClient } from '../protocol/sys-client';
import { withArguments, type Invocation } from './invocation';
import { readsInput } from './reads-input';
import type { ShellRuntime } from './shell-runtime';

/** Environment variable: the file that gets the shell's last working directory. */
export const CWD_FILE = 'TOOLYARD_CWD_FILE';

/** Runs what a shell that is not interactive was started for, and gives its exit code. */
export async function runScript(
  invocation: Exclude<Invocation, { kind: 'interactive' }>,
  spec: ProcessSpec,
  sys: SysClient,
  shell: ShellRuntime,
): Promise<number> {
  const input = () => new TextDecoder().decode(sys.input());
  const script = scriptOf(invocation, spec.cwd, sys, input);
  if (script === undefined) {
    shell.show(2, `bash: ${invocation.kind === 'file' ? invocation.path : ''}: No such file or directory\n`);
    return 127;
  }
  const stdin = invocation.kind !== 'input' && needsInput(shell, script) ? input() : '';
  const { code, cwd } = await shell.run(script, stdin, new AbortController().signal);
  const file = spec.env[CWD_FILE];
  if (file) {
    try {
      sys.write(resolveFrom(spec.cwd, file), new TextEncoder().encode(`${cwd}\n`));
    } catch (error) {
      shell.show(2, `bash: ${file}: ${messageOf(error)}\n`);
    }
  }
  return code;
}

function scriptOf(
  invocation: Exclude<Invocation, { kind: 'interactive' }>,
  cwd: string,
  sys: SysClient,
  input: () => string,
): string | undefined {
  switch (invocation.kind) {
    case 'script':
      return withArguments(invocation.text, invocation.args);
    case 'input':
      return input();
    case 'file': {
      const path = resolveFrom(cwd, invocation.path);
      if (!sys.isFile(path)) return undefined;
      const text = new TextDecoder().decode(sys.read(path));
      return invocation.options + withArguments(text.replace(/^#!.*/, ''), invocation.args);
    }
  }
}

function needsInput(shell: ShellRuntime, script: string): boolean {
  try {
    return readsInput(shell.parse(script));
  } catch {
    // The shell itself will say what is wrong with it.
    return false;
  }
}
