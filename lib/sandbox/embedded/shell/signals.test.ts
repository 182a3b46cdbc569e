import { expect, it } from 'vitest';
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
  ['KILL asks nobody', "trap 'echo no' TERM; echo started; sleep 60; echo no", ['TERM', 'KILL'], 137, 'started\n'],
])('%s', async (_what, script, signals, code, stdout) => {
  expect(await runEmbedded(script, { heard: sending(...signals) })).toMatchObject({ code, stdout });
});
