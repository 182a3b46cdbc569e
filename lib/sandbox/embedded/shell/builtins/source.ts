import { resolveFrom } from '../../../paths';
import { errorText } from '../io/error-text';
import { decode } from '../../../bytes-text';
import { Return, ShellError, SyntaxExit } from '../control';
import type { Shell } from '../language/shell';
import { withOwnTraps } from '../language/traps';
import { openPath } from '../io/open-path';
import { concat } from '../../../bytes-text';
import { withoutDashes, type Builtin } from './builtin';

export const source: Builtin = (shell, args) => run(shell, args, 'source');
export const dot: Builtin = (shell, args) => run(shell, args, '.');

async function run(shell: Shell, args: readonly string[], called: string): Promise<number> {
  const [name, ...more] = withoutDashes(args);
  if (name === undefined) {
    await shell.complain(`${called}: filename argument required`);
    throw new ShellError('usage: .', 2);
  }
  let text: string;
  try {
    text = await textOf(shell, pathOf(shell, name), name);
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    // The message names the file, not the builtin.
    await shell.complain(error.message);
    return error.status;
  }
  const { positional, source: before, position, loopDepth } = shell;
  shell.frames.push({ name: 'source', source: before, callLine: shell.line, callSource: before });
  shell.sourceDepth += 1;
  shell.indirection += 1;
  if (more.length > 0) shell.positional = more;
  shell.status = 0;
  try {
    await withOwnTraps(shell, ['DEBUG'], () => shell.language.text(shell, text, name, 1, 'source'));
  } catch (error) {
    if (!(error instanceof Return) && !(error instanceof SyntaxExit)) throw error;
    shell.status = error.status;
  } finally {
    shell.frames.pop();
    shell.sourceDepth -= 1;
    shell.indirection -= 1;
    if (more.length > 0) shell.positional = positional;
    Object.assign(shell, { source: before, position, loopDepth });
  }
  return shell.status;
}

function pathOf(shell: Shell, name: string): string {
  if (name.includes('/')) return name;
  for (const folder of (shell.vars.get('PATH') ?? '').split(':')) {
    const path = resolveFrom(resolveFrom(shell.cwd, folder || '.'), name);
    if (shell.system.sys.isFile(path) && !path.startsWith('/usr/bin/')) return path;
  }
  return name;
}

async function textOf(shell: Shell, path: string, name: string): Promise<string> {
  const parts: Uint8Array[] = [];
  try {
    const file = openPath(shell.system.sys, shell.cwd, path, 'read', { fds: shell.fds });
    for (;;) {
      const next = file.read();
      const bytes = next instanceof Promise ? await shell.task.wait(next) : next;
      if (!bytes) return decode(concat(parts));
      parts.push(bytes);
    }
  } catch (error) {
    throw new ShellError(`${name}: ${Object(error).code === 'EISDIR' ? 'is a directory' : errorText(error)}`);
  }
}
