import { ShellError } from '../control';
import type { Shell } from '../language/shell';
import { plainQuote } from '../language/quote-value';
import { signalName, SIGNALS } from '../task';
import { withoutDashes, type Builtin } from './builtin';
import { listSignals } from './jobs';

const SPECIAL = new Set(['EXIT', 'DEBUG', 'ERR', 'RETURN']);

const keyOf = (word: string): string | undefined => {
  if (word === '0') return 'EXIT';
  const name = word.toUpperCase().replace(/^SIG/, '');
  return SPECIAL.has(name) ? name : signalName(word);
};

export const trap: Builtin = async (shell, args) => {
  const [first, ...rest] = withoutDashes(args);
  if (first === '-l') return listSignals(shell, []);
  if (first === undefined || first === '-p') return show(shell, rest);
  const resets = rest.length === 0 || /^\d+$/.test(first) || first === '-';
  let status = 0;
  shell.shownTraps = undefined;
  for (const word of rest.length === 0 || /^\d+$/.test(first) ? [first, ...rest] : rest) {
    const key = keyOf(word);
    if (key === undefined) {
      await shell.complain(`trap: ${word}: invalid signal specification`);
      status = 1;
    } else if (resets) shell.traps.delete(key);
    else shell.traps.set(key, first);
  }
  shell.task.ignored = new Set([...shell.traps].flatMap(([key, action]) => (action === '' ? [key] : [])));
  shell.system.onTraps?.(shell, [...shell.traps.keys()]);
  return status;
};

async function show(shell: Shell, words: readonly string[]): Promise<number> {
  const wanted = words.map((word) => {
    const key = keyOf(word);
    if (key === undefined) throw new ShellError(`${word}: invalid signal specification`);
    return key;
  });
  const order = ['EXIT', ...Object.keys(SIGNALS), 'DEBUG', 'ERR', 'RETURN'];
  for (const key of order) {
    const action = (shell.shownTraps ?? shell.traps).get(key);
    if (action === undefined || (wanted.length > 0 && !wanted.includes(key))) continue;
    await shell.write(1, `trap -- ${plainQuote(action)} ${SPECIAL.has(key) ? key : `SIG${key}`}\n`);
  }
  return 0;
}
