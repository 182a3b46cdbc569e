import { createMemoryStore } from '@/lib/stores';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { initialClientState } from '@/components/state/initial-state';
import { createRecentCalls, noteCalls } from './recent-calls';
import type { CallView, ClientState } from './state';
import { defineTool } from '@/lib/tools/define-tool';
import { eraseTool } from '@/lib/tools/tool';

const made = (callId: string, endedAt: number) => ({ callId, args: '{}', phase: 'succeeded' as const, endedAt });

it('the last calls of a tool are kept, the newest first, each once', async () => {
  const recent = createRecentCalls(createMemoryStore());
  await Promise.all(Array.from({ length: 40 }, (_, at) => recent.note('Read', [made(`c${at}`, at)])));
  await recent.note('Read', [{ ...made('c39', 39), args: 'x'.repeat(5000), phase: 'failed', error: 'NOT_FOUND' }]);
  const calls = await recent.of('Read');
  expect(calls.map(({ callId }) => callId)).toEqual(Array.from({ length: 30 }, (_, at) => `c${39 - at}`));
  expect(calls[0]).toMatchObject({ error: 'NOT_FOUND', args: 'x'.repeat(2000) });
  expect(await recent.of('Write')).toEqual([]);
});

it('the calls of a thread are forgotten with it, others are not', async () => {
  const recent = createRecentCalls(createMemoryStore());
  for (const threadId of ['a', 'b', undefined])
    for (const tool of ['Read', 'Write']) await recent.note(tool, [{ ...made(`${tool} ${threadId}`, 1), threadId }]);
  await recent.forget(['a', 'c']);
  for (const tool of ['Read', 'Write'])
    expect(new Set((await recent.of(tool)).map(({ threadId }) => threadId))).toEqual(new Set(['b', undefined]));
});

it('what is no list of calls is none', async () => {
  const table = createMemoryStore();
  await table.put('calls:Read', [{ callId: 7 }]);
  const recent = createRecentCalls(table);
  expect(await recent.of('Read')).toEqual([]);
  await recent.note('Read', [made('a', 1)]);
  expect(await recent.of('Read')).toHaveLength(1);
});

it('a call that ends while the page looks on is noted with its thread and the version that ran; others are not', async () => {
  const tool = eraseTool(defineTool({ name: 'Own', description: 'd', savedAt: 7, execute: () => '' }));
  const pool = [{ tool, name: 'Own', kind: 'read' as const, source: 'custom' as const, enabled: true }];
  const store = createStore<ClientState>(() => ({ ...initialClientState, pool, executor: 'mine', threadId: 't' }));
  const recent = createRecentCalls(createMemoryStore());
  noteCalls(store, recent);
  const call = (id: string, name: string, phase: CallView['phase']): CallView => ({
    id,
    name,
    title: name,
    kind: 'other',
    readOnly: false,
    messageId: 'm',
    args: '{}',
    phase,
    output: '',
    issues: [],
  });
  store.setState({
    calls: [call('old', 'Own', 'succeeded'), call('new', 'Own', 'running'), call('odd', 'Made up', 'running')],
  });
  store.setState({
    calls: [call('old', 'Own', 'succeeded'), call('new', 'Own', 'failed'), call('odd', 'Made up', 'invalid')],
  });
  await expect
    .poll(() => recent.of('Own'))
    .toMatchObject([{ callId: 'new', threadId: 't', phase: 'failed', savedAt: 7 }]);
  expect(await recent.of('Made up')).toEqual([]);
});
