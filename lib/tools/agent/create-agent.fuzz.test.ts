import type { Message } from '@ag-ui/core';
import type { Model, ModelEvent } from '@/lib/models/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createAgent, defineTool, type AgentEvent } from '..';

const id = fc.constantFrom('a', 'b', 'c', '__proto__', '');
const text = fc.constantFrom('', ' ', 'word', '{"n": 1}', '{"n": ', '}', '\ud800');
const name = fc.constantFrom('Count', 'Last', 'Broken', 'Ask', 'Nothing', 'count', '');
const usage = fc.constant({ inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 });

const event: fc.Arbitrary<ModelEvent> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), delta: text }),
  fc.record({ type: fc.constant('reasoning' as const), delta: text }),
  fc.record({ type: fc.constant('reasoning-end' as const), sealed: fc.constantFrom('sealed', undefined) }),
  fc.record({ type: fc.constant('call-start' as const), id, name }),
  fc.record({ type: fc.constant('call-args' as const), id, delta: text }),
  fc.record({ type: fc.constant('call-sealed' as const), id, sealed: text }),
  fc.record({ type: fc.constant('call-end' as const), id }),
);
const stop = fc.record({
  type: fc.constant('stop' as const),
  reason: fc.constantFrom('end', 'tool_calls', 'max_tokens', 'refusal', 'pause', 'context_exceeded'),
  usage,
});
/** What a model says in one turn; one that does not stop breaks off. */
const turn = fc
  .tuple(fc.array(event, { maxLength: 12 }), fc.option(stop, { nil: undefined, freq: 6 }))
  .map(([said, end]): ModelEvent[] => (end ? [...said, end] : said));

const input = z.object({ n: z.number() });
const tools = [
  defineTool({ name: 'Count', description: 'C.', input, isReadOnly: true, execute: ({ n }) => `${n}` }),
  defineTool({ name: 'Last', description: 'L.', isReadOnly: true, execute: () => ({ text: 'Over.', endsRun: true }) }),
  defineTool({ name: 'Ask', description: 'A.', execute: () => 'asked' }),
  defineTool({
    name: 'Broken',
    description: 'B.',
    isReadOnly: true,
    execute: () => {
      throw new Error('no luck');
    },
  }),
];

/** Ids of calls that are not answered at once and in order, or answered without being made. */
function unsound(messages: readonly Message[]): string[] {
  const faults: string[] = [];
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.shift() !== message.toolCallId) faults.push(message.toolCallId);
      continue;
    }
    faults.push(...open);
    open = message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.id) : [];
  }
  return [...faults, ...open];
}

it('whatever a model says, an agent answers, every call has one result, and it can be prompted again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 6 }), fc.boolean(), async (turns, streamed) => {
      let asked = 0;
      const faults: string[][] = [];
      const model: Model = {
        name: 'odd',
        async *turn({ messages }) {
          faults.push(unsound(messages));
          yield (
            turns[asked++] ?? [
              { type: 'text', delta: 'Done.' },
              { type: 'stop', reason: 'end', usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 } },
            ]
          );
        },
      };
      const agent = createAgent({ model, customTools: tools, maxTurns: 4 });
      const events: AgentEvent[] = [];
      if (streamed) for await (const one of agent.stream('Go.')) events.push(one);
      else await agent.prompt('Go.');
      asked = turns.length;
      expect(await agent.prompt('Again.')).toMatchObject({ reason: 'end', text: 'Done.', turns: 1 });
      expect([...faults.flat(), ...unsound(agent.messages)]).toEqual([]);
      expect(events.flatMap((one) => (one.type === 'end' ? [one] : []))).toHaveLength(streamed ? 1 : 0);
      const called = events.flatMap((one) => (one.type === 'call' ? [one.call.id] : []));
      const answered = events.flatMap((one) => (one.type === 'result' ? [one.call.id] : []));
      expect(answered.toSorted()).toEqual(called.toSorted());
    }),
    { numRuns: process.env.TOOLYARD_LONG ? 3000 : 150 },
  );
});
