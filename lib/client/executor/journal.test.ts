import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '@/lib/stores';
import { toToolMessage } from '@/lib/tools/result';
import { createCurrentToolset } from '../page-tools';
import { DEFAULT_TOOL_SETTINGS } from '../settings/tool-settings';
import { createTestTools } from '../testing/test-tab';
import { createJournal } from './journal';
import { answerCalls } from './tool-executor';
import type { ThreadDispatching } from './toolset';
import type { LiveCall } from './call-views';

const message = toToolMessage('m', 'c1', { success: true, text: 'ok' });

describe('journal', () => {
  const cases: [string, (journal: ReturnType<typeof createJournal>) => Promise<void>, unknown][] = [
    ['nothing happened', async () => undefined, { kind: 'untouched' }],
    ['it was started', (journal) => journal.started('c1', 'h'), { kind: 'unknown' }],
    ['it was started with other arguments', (journal) => journal.started('c1', 'x'), { kind: 'untouched' }],
    [
      'it finished',
      async (journal) => {
        await journal.started('c1', 'h');
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
    expect((await createJournal(table, 't').read())('c1', 'h')).toEqual(expected);
    expect((await createJournal(table, 'other').read())('c1', 'h')).toEqual({ kind: 'untouched' });
  });
});

it('has what is shown of a call, its start, its files and its end, before it is shown: a reload right then loses nothing', async () => {
  const table = createMemoryStore();
  const journal = createJournal(table, 't');
  const toolset = await createCurrentToolset({
    tools: createTestTools().tools,
    codeRunner: { run: () => Promise.reject(new Error('Nothing runs here.')) },
    hooks: () => [],
    limits: () => ({ calls: 9, tools: {} }),
    parts: () => ({ settings: DEFAULT_TOOL_SETTINGS, missing: [], dynamicTools: [] }),
    onChange: () => undefined,
  }).load();
  const dispatching: ThreadDispatching = {
    permissions: {
      mode: () => 'bypassPermissions',
      rules: () => [],
      ask: () => Promise.reject(new Error('Nobody is asked.')),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [] }),
  };
  const call = { id: 'c1', name: 'Change', args: '{"name":"a"}', messageId: 'm', complete: true, runId: 'r' };
  let live: LiveCall = { phase: 'complete', output: '' };
  const shown: [LiveCall['phase'], string][] = [];
  let stored = 'nothing';
  await answerCalls(
    [call],
    {
      toolset,
      journal: {
        ...journal,
        async started(...entry) {
          await journal.started(...entry);
          stored = 'the start';
        },
        async finished(...entry) {
          await journal.finished(...entry);
          stored += ' and the result';
        },
      },
      beforeCall: async () => undefined,
      async keep() {
        await Promise.resolve();
        stored = 'the files';
      },
      dispatching,
      dispatcher: toolset.dispatcher(dispatching),
      onCall: (_id, change) => {
        live = change(live);
        if (live.phase !== shown.at(-1)?.[0]) shown.push([live.phase, stored]);
      },
    },
    { signal: new AbortController().signal, discarded: () => false, gained: 'free', begun: new Set<string>() },
  );
  expect(shown).toEqual([
    ['complete', 'nothing'],
    ['running', 'the start'],
    ['succeeded', 'the files and the result'],
  ]);
});
