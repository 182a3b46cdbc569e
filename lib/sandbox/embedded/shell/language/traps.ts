import { Exit } from './control';
import type { Shell } from './shell';

/** Runs the action of a trap; `$?` is afterwards what it was before. */
export async function runTrap(shell: Shell, key: string): Promise<void> {
  const action = shell.traps.get(key);
  if (!action) return;
  const { status, pipeStatus, position, source, inTrap, trapping } = shell;
  shell.trapping = true;
  shell.inTrap = inTrap || key === 'DEBUG';
  try {
    await shell.language.text(shell, action, source.name, shell.line);
  } finally {
    Object.assign(shell, { status, pipeStatus, position, source, inTrap, trapping });
  }
}

/** Runs the trap that comes before each command. `text`: the command, as far as it is run now. */
export async function debugTrap(shell: Shell, node: { pos: number; end: number }, text?: string): Promise<void> {
  if (shell.inTrap || !shell.traps.has('DEBUG')) return;
  shell.position = node.pos;
  if (!shell.trapping) shell.current = { source: shell.source, pos: node.pos, end: node.end, text };
  await runTrap(shell, 'DEBUG');
}

/** Runs what has its own traps of commands and of its end, if it has any: those of its caller are not for it. */
export async function withOwnTraps(shell: Shell, keys: readonly string[], work: () => Promise<void>): Promise<void> {
  const hidden = shell.options.has('functrace') ? [] : keys;
  const before = hidden.map((key) => [key, shell.traps.get(key)] as const);
  for (const key of hidden) shell.traps.delete(key);
  try {
    await work();
  } finally {
    for (const [key, action] of before) if (action !== undefined && !shell.traps.has(key)) shell.traps.set(key, action);
  }
}

/** Runs the traps of signals that have come. */
export async function runPendingTraps(shell: Shell): Promise<void> {
  for (let signal = shell.pendingTraps.shift(); signal !== undefined; signal = shell.pendingTraps.shift()) {
    await runTrap(shell, signal);
  }
}

/** Runs the trap of a failure, and ends a script under `set -e`. */
export async function failed(shell: Shell): Promise<void> {
  if (shell.status === 0 || shell.tolerant > 0) return;
  if (shell.traps.has('ERR') && !shell.inTrap && (!shell.inFunction || shell.options.has('errtrace'))) {
    shell.inTrap = true;
    try {
      await runTrap(shell, 'ERR');
    } finally {
      shell.inTrap = false;
    }
  }
  if (shell.options.has('errexit')) throw new Exit(shell.status);
}
