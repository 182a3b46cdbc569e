import { expect, it } from 'vitest';
import { MAX_TASKS } from './task';
import type { ShellSession } from './session';
import { runEmbedded, type Listener } from './testing/embedded';

/** Sends a signal to what the session runs as soon as it says that it has started, as the kernel does. */
const sending =
  (...signals: readonly string[]): Listener =>
  (session, text) => {
    if (!text.includes('started')) return;
    for (const signal of signals) for (const task of session.root.children) task.signal(signal);
  };

it.each([
  ['without a trap a command ends', 'echo started; sleep 60; echo no', ['TERM'], 143, 'started\n'],
  [
    'a trap of TERM has its say, and ends as it wants to',
    "trap 'echo cleaned; exit 3' TERM; echo started; sleep 0.01; echo no",
    ['TERM'],
    3,
    'started\ncleaned\n',
  ],
  ['a trap that is empty lets it go on', "trap '' TERM; echo started; echo on", ['TERM'], 0, 'started\non\n'],
  ['sed that goes round ends', "echo started; echo x | sed ':a;ba'; echo no", ['TERM'], 143, 'started\n'],
  ['sed that begins anew ends', "echo started; echo x | sed 'G;D'; echo no", ['TERM'], 143, 'started\n'],
  ['the trap of EXIT does not hide the signal', "trap 'echo bye; exit 3' EXIT; kill $$", [], 143, 'bye\n'],
  ['KILL asks nobody', "trap 'echo no' TERM; echo started; sleep 60; echo no", ['TERM', 'KILL'], 137, 'started\n'],
])('%s', async (_what, script, signals, code, stdout) => {
  expect(await runEmbedded(script, { heard: sending(...signals) })).toMatchObject({ code, stdout });
});

it('what a subshell leaves running ends with the shell', async () => {
  const sessions = new Set<ShellSession>();
  await runEmbedded('( (sleep 60; echo late) & ); echo started', { heard: (session) => void sessions.add(session) });
  for (const { system, root } of sessions) await expect.poll(() => [...system.tasks.running.values()]).toEqual([root]);
  expect(sessions.size).toBe(1);
});

it.each([
  ['commands', 'sleep 60 & '],
  ['pipelines', 'sleep 60 | cat & '],
  ['subshells that start more', '(sleep 60 & sleep 60) & '],
])('no more of %s run at once than there may be, and what asks for more is told', async (_what, job) => {
  let most = 0;
  const heard: Listener = ({ system }) => void (most = Math.max(most, system.tasks.running.size));
  const script = `for i in {1..600}; do ${job} done 2>told; read -r line <told; echo "$line"`;
  expect(await runEmbedded(script, { heard })).toMatchObject({
    stdout: 'bash: line 1: fork: Resource temporarily unavailable\n',
  });
  expect(most).toBeLessThanOrEqual(MAX_TASKS);
  // A pipeline of two may find room for its first half alone, which has ended before anybody looks.
  expect(most).toBeGreaterThanOrEqual(MAX_TASKS - 1);
});

it('a shell that a program starts at its terminal knows which of its outputs are there', async () => {
  const script = 'for fd in 0 1 2; do [ -t $fd ] && echo "$fd"; done; (echo seen >/dev/tty) | cat >&2';
  expect(await runEmbedded(script, { tty: [1, 2] })).toMatchObject({ stdout: '1\n2\n', stderr: 'seen\n' });
});
