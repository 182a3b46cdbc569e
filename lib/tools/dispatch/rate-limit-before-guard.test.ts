import { loopGuard } from '@/lib/agent/guard';
import { DEFAULT_RATE, emptyThread, type FoldedCall, type ThreadState } from '@/lib/protocol';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { createDispatcher } from '.';
import { eraseTool } from '../tool';
import { behaviourOf, findPreset } from '../presets';
import { createRegistry } from '../registry';
import { createRateLimiter } from './limits';

const NAMES = ['Search', 'Look', 'List', 'Ask', 'Find'];

const tools = NAMES.map((name) =>
  eraseTool(
    defineTool({
      name,
      description: 'Finds nothing.',
      kind: 'read',
      input: z.strictObject({ word: z.string() }),
      execute: () => 'No matches.',
    }),
  ),
);

/** An agent that searches on and on, with the tools in turn: who stops it, and at which call. */
async function runaway(
  most: number,
  { patience = 1, word = (call: number) => `word ${call}`, of = 1 } = {},
): Promise<{ by: string; call: number }> {
  const dispatcher = createDispatcher({
    registry: createRegistry(tools),
    permissions: {
      mode: () => 'default',
      rules: () => [],
      ask: () => expect.unreachable(),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 'thread', writeRoots: [] }),
    limiter: createRateLimiter({ limits: () => ({ calls: most, tools: {} }), now: () => 0 }),
  });
  const calls: FoldedCall[] = [];
  for (let call = 1; call <= 200; call++) {
    const name = NAMES[(call - 1) % of] ?? 'Search';
    const { id, args } = { id: `c${call}`, args: JSON.stringify({ word: word(call) }) };
    const { result } = await dispatcher.dispatch({ id, name, args }, { signal: new AbortController().signal });
    if (result.error) return { by: result.error, call };
    const message = { id: `r${call}`, role: 'tool' as const, toolCallId: id, content: result.text };
    calls.push({ id, name, args, messageId: 'm', complete: true, runId: 'r', result: message });
    const found = loopGuard(threadOf(calls), 0, patience);
    if (found) return { by: found.guard, call };
  }
  return { by: 'nobody', call: 200 };
}

const threadOf = (calls: readonly FoldedCall[]): ThreadState => ({
  ...emptyThread,
  calls: Object.fromEntries(calls.map((call) => [call.id, call])),
  callOrder: calls.map(({ id }) => id),
});

it.each([
  ['set low, the rate limit has to stop it', 3, { by: 'RATE_LIMITED', call: 4 }],
  ['set high, the loop guard speaks first', 30, { by: 'loop:same-tool', call: 5 }],
])('of a runaway: %s', async (_order, most, stopped) => {
  expect(await runaway(most)).toEqual(stopped);
});

const again = (): string => 'again';

it.each([
  ['the same call', { word: again }, 31],
  ['one tool with other words', {}, 31],
  ['two calls that take turns', { word: again, of: 2 }, 61],
  ['three tools without progress', { of: 3 }, 91],
  ['five tools without progress', { of: 5 }, 151],
])('under y-agent, at the figures that it begins with, the rate limit stops %s first', async (_what, how, call) => {
  const { guardPatience: patience } = behaviourOf(findPreset('y-agent'));
  expect(await runaway(DEFAULT_RATE.calls, { patience, ...how })).toEqual({ by: 'RATE_LIMITED', call });
  expect((await runaway(DEFAULT_RATE.calls, how)).by).toMatch(/^loop:/);
});
