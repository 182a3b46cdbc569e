import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '@/lib/stores';
import { createJournal } from './answer-calls';
import { toToolMessage } from '@/lib/tools/result';

const message = toToolMessage('m', 'c1', { success: true, text: 'ok' });

describe('journal', () => {
  const cases: [string, (journal: ReturnType<typeof createJournal>) => Promise<void>, unknown][] = [
    ['nothing happened', async () => undefined, { kind: 'untouched' }],
    [
      'it was started',
      (journal) => journal.started({ callId: 'c1', argsHash: 'h', readOnly: false }),
      { kind: 'unknown', readOnly: false },
    ],
    [
      'a reading call was started',
      (journal) => journal.started({ callId: 'c1', argsHash: 'h', readOnly: true }),
      { kind: 'unknown', readOnly: true },
    ],
    [
      'it was started with other arguments',
      (journal) => journal.started({ callId: 'c1', argsHash: 'x', readOnly: false }),
      { kind: 'untouched' },
    ],
    [
      'it finished',
      async (journal) => {
        await journal.started({ callId: 'c1', argsHash: 'h', readOnly: false });
        await journal.finished('c1', 'h', message);
      },
      { kind: 'finished', message },
    ],
    [
      'it was refused before it started',
      (journal) => journal.finished('c1', 'h', message),
      { kind: 'finished', message },
    ],
    [
      'the log has its result',
      async (journal) => {
        await journal.finished('c1', 'h', message);
        await journal.forget((callId) => callId === 'c1');
      },
      { kind: 'untouched' },
    ],
  ];
  it.each(cases)('recalls that %s', async (_name, act, expected) => {
    const table = createMemoryStore();
    await act(createJournal(table, 't'));
    expect(await createJournal(table, 't').recall('c1', 'h')).toEqual(expected);
    expect(await createJournal(table, 'other').recall('c1', 'h')).toEqual({ kind: 'untouched' });
  });
});
