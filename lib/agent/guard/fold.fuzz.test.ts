import { EventType, type AGUIEvent } from '@ag-ui/core';
import { EventSchema } from '@ag-ui/core/schemas';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pool } from '@/lib/discovery/discovery.fixture';
import { emptyThread, foldEvents, pendingCalls, unansweredCalls, type LogLine } from '@/lib/protocol';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import { conversation } from '../conversation';
import { toolView } from '../server-side-results';
import { ThreadHistory } from '../history';
import { activateCalled, answersInOrder } from '../server-side-results';
import { resolveAll } from '../resolve';
import { loopGuard } from './index';

const id = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '');
const name = fc.constantFrom('Read', 'Grep', 'ToolSearch', 'toString');
const args = fc.constantFrom('{}', '{"query":"grep"}', '{"query":"select:Read,Bash"}', '{"a', '', 'null', '[1]');
const text = fc.constantFrom('same', 'other', '');
const metadata = fc.constantFrom(
  undefined,
  { toolyard: { success: false, error: 'NOT_FOUND' } },
  { toolyard: null },
  { toolyard: { success: 'maybe' } },
);

/** Events a log may hold, in whatever order: those of a sound run, of a broken one, and of nobody's. */
const event = fc.oneof(
  fc.record({ type: fc.constant(EventType.RUN_STARTED as const), threadId: id, runId: id }),
  fc.record({
    type: fc.constant(EventType.RUN_FINISHED as const),
    threadId: id,
    runId: id,
    outcome: fc.oneof(
      fc.record({ type: fc.constant('success' as const), pendingToolCallIds: fc.array(id) }),
      fc.constant({ type: 'cancelled' as const }),
      fc.constant({ type: 'interrupt' as const, interrupts: [{ id: 'i', reason: 'toolyard:loop' }] }),
    ),
  }),
  fc.record({
    type: fc.constant(EventType.TEXT_MESSAGE_START as const),
    messageId: id,
    role: fc.constantFrom('user', 'assistant'),
  }),
  fc.record({ type: fc.constant(EventType.TEXT_MESSAGE_CONTENT as const), messageId: id, delta: text }),
  fc.record({
    type: fc.constant(EventType.TOOL_CALL_START as const),
    toolCallId: id,
    toolCallName: name,
    parentMessageId: fc.option(id, { nil: undefined }),
  }),
  fc.record({ type: fc.constant(EventType.TOOL_CALL_ARGS as const), toolCallId: id, delta: args }),
  fc.record({ type: fc.constant(EventType.TOOL_CALL_END as const), toolCallId: id }),
  fc.record({
    type: fc.constant(EventType.TOOL_CALL_RESULT as const),
    messageId: id,
    toolCallId: id,
    content: text,
    metadata,
  }),
  fc.record({
    type: fc.constant(EventType.CUSTOM as const),
    name: fc.constantFrom('toolyard.turn', 'other'),
    value: fc.constant(turn('max_tokens')),
  }),
  fc.record({
    type: fc.constant(EventType.CUSTOM as const),
    name: fc.constant('toolyard.activation'),
    value: fc.record({ active: fc.array(name), added: fc.array(name), evicted: fc.array(name) }),
  }),
  fc.record({
    type: fc.constant(EventType.CUSTOM as const),
    name: fc.constant('toolyard.guard'),
    value: fc.record({
      guard: fc.constantFrom('loop:repeated-call', 'turns'),
      level: fc.constantFrom('warning', 'stop'),
      message: text,
      callIds: fc.array(id),
    }),
  }),
  fc.record({
    type: fc.constant(EventType.CUSTOM as const),
    name: fc.constant('toolyard.guard'),
    value: fc.jsonValue(),
  }),
  fc.record({
    type: fc.constant(EventType.MESSAGES_SNAPSHOT as const),
    messages: fc.array(
      fc.oneof(
        fc.record({ id, role: fc.constant('user' as const), content: text }),
        fc.record({ id, role: fc.constant('tool' as const), toolCallId: id, content: text }),
        fc.record({
          id,
          role: fc.constant('assistant' as const),
          toolCalls: fc.array(
            fc.record({ id, type: fc.constant('function' as const), function: fc.record({ name, arguments: args }) }),
          ),
        }),
      ),
    ),
  }),
);

function turn(stop: string): object {
  const figures = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cost: 0, startedAt: 0, endedAt: 0 };
  return { stop, model: 'm', ...figures };
}

/** As the log gives it back. */
const logged = (one: unknown): AGUIEvent => EventSchema.parse(one);

const lines = (events: readonly AGUIEvent[]): LogLine[] => events.map((one, index) => ({ seq: index + 1, event: one }));

describe('whatever order events have in a log', () => {
  it(
    'agent loop and guard read it, and after what they answer no call is open',
    () => {
      const property = fc.property(
        fc.array(event, { maxLength: 60 }),
        fc.constantFrom('full', 'lazy', 'deferred'),
        (made, discovery) => {
          const events = made.map(logged);
          const offer = { tools: pool, options: { discovery } as const };
          const history = new ThreadHistory(lines(events));
          const { thread, callsBefore } = history;
          const verdict = loopGuard(thread, callsBefore);
          expect(verdict?.callIds.every((callId) => thread.callOrder.includes(callId)) ?? true).toBe(true);
          expect(loopGuard(thread, callsBefore)).toEqual(verdict);
          expect(pendingCalls(thread).length).toBeLessThanOrEqual(unansweredCalls(thread).length);
          toolView(pool, discovery, thread.active);
          conversation(thread);

          const more = [...activateCalled(history, offer), ...answersInOrder(history, offer)];
          const answered = new ThreadHistory(lines([...events, ...more]), history);
          const resolved = lines([...events, ...more, ...resolveAll(answered.thread, 'stopped')]);
          const end = new ThreadHistory(resolved, answered).thread;
          expect(unansweredCalls(end)).toEqual([]);
          expect(new ThreadHistory(resolved).thread).toEqual(end);
        },
      );
      fc.assert(property, { numRuns: numRuns(500) });
    },
    patience.timeout,
  );

  it('folded line by line it is the same as folded at once, also after a fork', () => {
    const property = fc.property(fc.array(event, { minLength: 1, maxLength: 60 }), fc.nat(60), (made, cut) => {
      const log = lines(made.map(logged));
      const whole = new ThreadHistory(log);
      const grown = new ThreadHistory();
      for (const line of log) grown.add([line]);
      const fork = new ThreadHistory(log, new ThreadHistory(log.slice(0, cut)));
      for (const { thread, withdrawn, turns, tokens, callsBefore, cut: cutOff, said } of [grown, fork]) {
        expect(thread).toEqual(whole.thread);
        expect([turns, tokens, callsBefore]).toEqual([whole.turns, whole.tokens, whole.callsBefore]);
        expect([withdrawn, cutOff, said]).toEqual([whole.withdrawn, whole.cut, whole.said]);
        expect(unansweredCalls(thread)).toEqual(unansweredCalls({ ...thread, answered: 0 }));
      }
      expect(foldEvents(emptyThread, log)).toEqual(whole.thread);
    });
    fc.assert(property, { numRuns: numRuns(200) });
  });
});
