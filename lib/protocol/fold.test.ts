import { EventType, type AGUIEvent, type Message } from '@ag-ui/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldEvent, foldEvents } from './fold';
import { currentRun, emptyThread, pendingCalls, unansweredCalls, type ThreadState } from './thread-state';

const started = (runId: string): AGUIEvent => ({ type: EventType.RUN_STARTED, threadId: 't', runId, timestamp: 1 });
const finished = (runId: string, outcome?: 'cancelled'): AGUIEvent => ({
  type: EventType.RUN_FINISHED,
  threadId: 't',
  runId,
  timestamp: 9,
  ...(outcome && { outcome: { type: outcome } }),
});
const text = (messageId: string, role: 'user' | 'assistant', ...deltas: string[]): AGUIEvent[] => [
  { type: EventType.TEXT_MESSAGE_START, messageId, role },
  ...deltas.map((delta): AGUIEvent => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta })),
  { type: EventType.TEXT_MESSAGE_END, messageId },
];
const callStart = (toolCallId: string, parentMessageId = 'm1'): AGUIEvent => ({
  type: EventType.TOOL_CALL_START,
  toolCallId,
  toolCallName: 'Read',
  parentMessageId,
  timestamp: 3,
});
const callArgs = (toolCallId: string, delta: string): AGUIEvent => ({
  type: EventType.TOOL_CALL_ARGS,
  toolCallId,
  delta,
});
const callEnd = (toolCallId: string): AGUIEvent => ({ type: EventType.TOOL_CALL_END, toolCallId, timestamp: 5 });
const call = (id: string, args = '{}'): AGUIEvent[] => [callStart(id), callArgs(id, args), callEnd(id)];
const answer = (toolCallId: string, content = 'ok', error?: string): AGUIEvent => ({
  type: EventType.TOOL_CALL_RESULT,
  messageId: `r-${toolCallId}`,
  toolCallId,
  content,
  ...(error && { metadata: { toolyard: { success: false, error } } }),
});
const custom = (name: string, value: unknown): AGUIEvent => ({ type: EventType.CUSTOM, name, value });
const fold = (events: readonly AGUIEvent[], from: ThreadState = emptyThread): ThreadState =>
  events.reduce((thread, event) => foldEvent(thread, { seq: thread.seq + 1, event }), from);

describe('foldEvent', () => {
  it('puts texts together, a resumed message too', () => {
    const { messages } = fold([
      ...text('u1', 'user', 'he', 'llo'),
      ...text('m1', 'assistant', 'I '),
      ...call('c1'),
      ...text('m1', 'assistant', 'read'),
    ]);
    expect(messages).toEqual([
      { id: 'u1', role: 'user', content: 'hello' },
      {
        id: 'm1',
        role: 'assistant',
        content: 'I read',
        toolCalls: [{ id: 'c1', type: 'function', function: { name: 'Read', arguments: '{}' } }],
      },
    ]);
  });

  it('keeps reasoning as a message of its own', () => {
    const messageId = 'th';
    const { messages } = fold([
      { type: EventType.REASONING_START, messageId },
      { type: EventType.REASONING_MESSAGE_START, messageId, role: 'reasoning' },
      { type: EventType.REASONING_MESSAGE_CONTENT, messageId, delta: 'h' },
      { type: EventType.REASONING_MESSAGE_CONTENT, messageId, delta: 'm' },
      { type: EventType.REASONING_MESSAGE_END, messageId },
    ]);
    expect(messages).toEqual([{ id: 'th', role: 'reasoning', content: 'hm' }]);
  });

  it('follows a call from its first piece to its one result', () => {
    const half = fold([started('r1'), callStart('c1'), callArgs('c1', '{"a"'), callArgs('c1', ':1}')]);
    expect(half.calls.c1).toMatchObject({ args: '{"a":1}', complete: false, runId: 'r1', startedAt: 3 });
    expect(unansweredCalls(half)).toEqual([]);
    const done = fold([callEnd('c1'), answer('c1', 'no', 'NOT_FOUND'), answer('c1', 'again')], half);
    expect(done.calls.c1).toMatchObject({
      complete: true,
      endedAt: 5,
      result: { id: 'r-c1', role: 'tool', toolCallId: 'c1', content: 'no', error: 'NOT_FOUND' },
    });
    expect(done.messages.filter((message) => message.role === 'tool')).toHaveLength(1);
  });

  it('ignores a result for a call that nobody made', () => {
    expect(fold([answer('c9')]).messages).toEqual([]);
  });

  it('has calls pending only once no run is live, in call order', () => {
    const live = fold([started('r1'), ...call('c2'), ...call('c1'), ...call('c3'), answer('c1')]);
    expect(pendingCalls(live)).toEqual([]);
    expect(unansweredCalls(live).map(({ id }) => id)).toEqual(['c2', 'c3']);
    expect(pendingCalls(fold([finished('r1')], live)).map(({ id }) => id)).toEqual(['c2', 'c3']);
  });

  it.each([
    ['success', finished('r1'), { status: 'success', endedAt: 9 }],
    ['cancelled', finished('r1', 'cancelled'), { status: 'cancelled' }],
    [
      'error',
      { type: EventType.RUN_ERROR, code: 'OVERLOADED', message: 'busy' } as const,
      { status: 'error', error: { code: 'OVERLOADED', message: 'busy' } },
    ],
  ])('ends a run as %s', (_what, event, run) => {
    expect(currentRun(fold([started('r0'), finished('r0'), started('r1'), event]))).toMatchObject({
      runId: 'r1',
      ...run,
    });
  });

  it('believes a snapshot: what was half said is gone, what is in it stays', () => {
    const before = fold([started('r1'), ...text('u1', 'user', 'hi'), ...call('c1'), answer('c1')]);
    const kept: Message[] = [...before.messages];
    const dirty = fold([...text('m2', 'assistant', 'half'), callStart('c2', 'm2'), callArgs('c2', '{"')], before);
    const after = fold([{ type: EventType.MESSAGES_SNAPSHOT, messages: kept }], dirty);
    expect(after.messages).toEqual(kept);
    expect(after.callOrder).toEqual(['c1']);
    expect(after.calls.c1).toMatchObject({ runId: 'r1', startedAt: 3, complete: true, result: { content: 'ok' } });
    expect(fold(text('m2', 'assistant', 'whole'), after).messages.at(-1)?.content).toBe('whole');
  });

  it('gathers turns and notices of the run they belong to, and takes no malformed ones', () => {
    const turn = { stop: 'end', model: 'm', inputTokens: 1, outputTokens: 2, cachedInputTokens: 0, cost: 0 };
    const { turns, notices } = fold([
      started('r1'),
      custom('toolyard.turn', { ...turn, startedAt: 1, endedAt: 2 }),
      custom('toolyard.turn', { stop: 'end' }),
      custom('toolyard.retry', { attempt: 1, afterMs: 5, code: 'X', message: 'busy' }),
      custom('toolyard.guard', { guard: 'turns', level: 'stop', message: 'enough' }),
      custom('toolyard.guard', 'rubbish'),
      custom('somebody.else', { turn }),
    ]);
    expect(turns).toEqual([{ ...turn, startedAt: 1, endedAt: 2, runId: 'r1' }]);
    expect(notices).toMatchObject([
      { runId: 'r1', kind: 'retry', level: 'warning', message: 'Attempt 1: busy' },
      { runId: 'r1', kind: 'guard', level: 'stop', message: 'enough' },
    ]);
  });

  it('sees each line once and leaves the thread it was given alone', () => {
    const events = [
      started('r1'),
      ...text('u1', 'user', 'a'),
      ...text('m1', 'assistant', 'b'),
      ...call('c1'),
      finished('r1'),
      answer('c1'),
      custom('unknown', 1),
    ];
    const lines = events.map((event, index) => ({ seq: index + 1, event }));
    const whole = lines.reduce(foldEvent, emptyThread);
    fc.assert(
      fc.property(fc.array(fc.nat(lines.length), { maxLength: 8 }), (cuts) => {
        // Reconnects: each time some of what was already sent is sent again.
        let thread = emptyThread;
        for (const cut of [...cuts, lines.length]) {
          const before = structuredClone(thread);
          const next = foldEvents(thread, lines.slice(Math.max(0, thread.seq - 3), Math.max(thread.seq, cut)));
          expect(thread).toEqual(before);
          thread = next;
        }
        expect(thread).toEqual(whole);
      }),
      { seed: 5, numRuns: 50 },
    );
  });

  it('takes the same time for each of many messages, and leaves the lists it began with alone', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => text(`u${index}`, 'user', 'hi')).flat();
    const lines = many.map((event, index) => ({ seq: index + 1, event }));
    const half = foldEvents(emptyThread, lines.slice(0, 300_000));
    const whole = foldEvents(half, lines);
    expect([half.messages.length, whole.messages.length]).toEqual([100_000, 200_000]);
    expect(emptyThread).toMatchObject({ messages: [], calls: {}, callOrder: [] });
  });

  it('tells apart two threads that grew from one', () => {
    const start = fold(text('a', 'user', '1'));
    const one = fold([...text('b', 'user', '2'), ...text('c', 'assistant', '3')], start);
    const two = fold([...text('c', 'assistant', '4'), ...text('b', 'user', '5')], start);
    const more = fold(text('c', 'assistant', '!'), one);
    expect(more.messages.map(({ content }) => content)).toEqual(['1', '2', '3!']);
    expect(two.messages.map(({ content }) => content)).toEqual(['1', '4', '5']);
    expect(one.messages.map(({ content }) => content)).toEqual(['1', '2', '3']);
  });
});
