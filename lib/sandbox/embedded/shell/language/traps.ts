import { Exit } from '../control';
import type { Shell } from './shell';

/** Runs the action of a trap and restores `$?` afterwards. */
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

/** Runs the DEBUG trap before a command. `text`: the part of the command that runs now, if not all of it. */
export async function debugTrap(shell: Shell, node: { pos: number; end: number }, text?: string): Promise<void> {
  if (shell.inTrap || !shell.traps.has('DEBUG')) return;
  shell.position = node.pos;
  if (!shell.trapping) shell.current = { source: shell.source, pos: node.pos, end: node.end, text };
  await runTrap(shell, 'DEBUG');
}

/** Runs a function or a sourced file without its caller's traps of these keys, unless `functrace` is on. */
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

/** Runs the traps of the signals that have arrived. */
export async function runPendingTraps(shell: Shell): Promise<void> {
  for (let signal = shell.pendingTraps.shift(); signal !== undefined; signal = shell.pendingTraps.shift()) {
    await runTrap(shell, signal);
  }
}

/** After a failure: runs the ERR trap, and ends the script under `set -e`. */
export async function afterFailure(shell: Shell): Promise<void> {
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
