import { emptyThread } from '@/lib/protocol';
import { expect, it } from 'vitest';
import type { CallView } from '../executor/call-view';
import { figuresOf } from './read-thread';

const call = (phase: CallView['phase'], queuedAt: number, startedAt: number, endedAt: number): CallView => ({
  id: `${phase}${queuedAt}`,
  name: 'Read',
  title: 'Read',
  kind: 'read',
  readOnly: true,
  messageId: 'm',
  args: '{}',
  phase,
  output: '',
  issues: [],
  timings: { queuedAt, startedAt, endedAt },
});
const turn = (startedAt: number, endedAt: number) => ({
  runId: 'r',
  model: 'scripted',
  stop: 'end',
  inputTokens: 10,
  outputTokens: 2,
  cachedInputTokens: 0,
  cost: 0.5,
  startedAt,
  endedAt,
});

it('counts each outcome by itself, and the time of the model apart from that of the calls', () => {
  const calls = [
    call('succeeded', 100, 100, 150),
    call('failed', 100, 120, 180),
    call('denied', 200, 9000, 9000),
    call('invalid', 200, 200, 200),
    call('aborted', 9000, 9000, 9020),
    { ...call('succeeded', 9100, 9100, 20_000), asks: true },
  ];
  expect(figuresOf({ thread: { ...emptyThread, turns: [turn(0, 100), turn(180, 200)] }, calls })).toEqual({
    turns: 2,
    calls: 6,
    invalid: 1,
    denied: 1,
    failed: 1,
    aborted: 1,
    inputTokens: 20,
    outputTokens: 4,
    cost: 1,
    modelMs: 120,
    callsMs: 100,
  });
});
