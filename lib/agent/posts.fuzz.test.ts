import type { Message } from '@ag-ui/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelEvent, ModelRequest } from '@/lib/models/model';
import { unansweredCalls } from '@/lib/protocol';
import {
  call,
  inputOf,
  openTestThread,
  OWNER,
  result,
  resultsOf,
  stopEvent,
  THREAD,
  user,
  type Said,
} from './agent.fixture';
import { stopThread } from './stop';

/** What clients may do to a thread, in any order. `pick` chooses which of the known calls are answered. */
type Deed =
  | { do: 'say' | 'nothing' | 'stop' | 'expire' | 'repeat' }
  | { do: 'answer'; pick: number; twice: boolean }
  | { do: 'answer-and-say'; pick: number };

const FIRST: Deed = { do: 'say' };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), pick: fc.nat(255), twice: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('answer-and-say' as const), pick: fc.nat(255) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('say', 'nothing', 'stop', 'expire', 'repeat') }),
  },
);

/** How the model's n-th reply goes: with so many calls, whole, breaking off, or never coming to an end. */
const reply = fc.record({
  calls: fc.nat(3),
  end: fc.constantFrom('whole', 'whole', 'whole', 'breaks', 'stalls'),
});
type Reply = typeof reply extends fc.Arbitrary<infer R> ? R : never;

/** Every call is followed at once by its one result, in call order. */
function expectResolved({ messages }: ModelRequest): void {
  const expected = messages.flatMap((message): string[] => {
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    return message.role === 'tool' ? [] : [message.id, ...calls.map((made) => `result of ${made.id}`)];
  });
  expect(messages.map((message) => (message.role === 'tool' ? `result of ${message.toolCallId}` : message.id))).toEqual(
    expected,
  );
}

async function* speak({ calls, end }: Reply, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  yield { type: 'text', delta: 'so' };
  // The same ids in every turn: the agent loop has to tell them apart.
  for (let index = 0; index < calls; index += 1) yield* call(`call_${index}`);
  if (end === 'breaks') return;
  if (end === 'stalls') await new Promise((_, reject) => signal.addEventListener('abort', reject));
  yield stopEvent(calls > 0 ? 'tool_calls' : 'end');
}

describe('whatever clients post, in whatever order', () => {
  it('every call has exactly one result before the model speaks again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 1, maxLength: 14 }),
        fc.array(reply, { minLength: 1, maxLength: 8 }),
        async (deeds, replies) => {
          let stalled = (): void => undefined;
          const test = await openTestThread((request, n): Said => {
            const next = replies[n % replies.length] ?? { calls: 0, end: 'whole' };
            if (next.end === 'stalls') setImmediate(stalled);
            return speak(next, request.signal);
          });
          try {
            let messages: Message[] = [];
            for (const [index, what] of [FIRST, ...deeds].entries()) {
              const known = (await test.thread()).callOrder;
              const picked =
                'pick' in what ? known.filter((_, bit) => (what.pick >> bit) & 1).map((id) => result(id)) : [];
              const said = what.do === 'say' || what.do === 'answer-and-say' ? [user(`u${index}`)] : [];
              const again = 'twice' in what && what.twice ? picked.map((one) => ({ ...one, id: `${one.id}!` })) : [];
              if (what.do !== 'repeat') messages = [...picked.toReversed(), ...again, ...said];
              if (what.do === 'stop') await stopThread(test.ports, THREAD, OWNER);
              if (what.do === 'expire') test.advance(10_000);
              const stalling = new Promise<void>((resolve) => (stalled = resolve));
              const answer = await test.post(inputOf(`r${index}`, messages));
              if (answer.ok) await Promise.race([answer.run, stalling]);
              else expect(answer.status).toBe(409);
              // Not inside the model: the agent loop would take a failed expectation for a failed model.
              test.requests.forEach(expectResolved);
              const logged = resultsOf(await test.events());
              expect(logged.length).toBe(new Set(logged).size);
            }
            await stopThread(test.ports, THREAD, OWNER);
            const thread = await test.thread();
            expect(unansweredCalls(thread)).toEqual([]);
            expect(Object.values(thread.calls).every((made) => made.complete && made.result)).toBe(true);
            expect(thread.runs.filter((run) => run.status === 'live')).toEqual([]);
          } finally {
            await test.dispose();
          }
        },
      ),
      { seed: 7, numRuns: 40 },
    );
  });
});
