import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AbortReason } from './result';
import { defineTool } from './define-tool';
import { createDispatcher, type ToolCall } from './dispatch';
import { eraseTool } from './tool';
import { createRegistry } from './registry';
import { MAX_TOGETHER, schedule } from './schedule';
import { numRuns, patience } from './testing/cases';

type Kind = 'read' | 'write' | 'invalid' | 'unknown' | 'throws';
const ARGS: Record<Kind, string> = { read: '{}', write: '{}', throws: '{}', invalid: '{"x":1}', unknown: '{}' };

const plans = fc.array(fc.constantFrom<Kind>('read', 'read', 'read', 'write', 'invalid', 'unknown', 'throws'), {
  maxLength: 16,
});

/** A turn of real calls through a real dispatcher over a register that writes count up and reads read. */
function setUp(plan: readonly Kind[], scheduler: fc.Scheduler) {
  const state = { value: 0, running: 0, most: 0, writing: false, overlap: false };
  const input = z.strictObject({});
  async function busy<T>(reads: boolean, work: () => T): Promise<T> {
    state.overlap ||= state.writing || (!reads && state.running > 0);
    state.running++;
    state.writing ||= !reads;
    state.most = Math.max(state.most, state.running);
    await scheduler.schedule(Promise.resolve());
    const done = work();
    state.running--;
    if (!reads) state.writing = false;
    return done;
  }
  const define = (name: string, kind: 'read' | 'edit', execute: () => Promise<string>) =>
    eraseTool(defineTool({ name, description: 'x', kind, input, execute }));
  const fail = (): string => {
    throw new Error('broken');
  };
  const dispatcher = createDispatcher({
    registry: createRegistry([
      define('read', 'read', () => busy(true, () => String(state.value))),
      define('write', 'edit', () => busy(false, () => String(++state.value))),
      define('invalid', 'edit', () => busy(false, () => 'never')),
      define('throws', 'edit', () =>
        busy(false, fail)
          .finally(() => (state.running = 0))
          .finally(() => (state.writing = false)),
      ),
    ]),
    permissions: {
      mode: () => 'bypassPermissions',
      rules: () => [],
      allowAlways: () => undefined,
      ask: async () => ({ behavior: 'allow' }),
    },
    contextFor: () => ({ threadId: 'thread', writeRoots: [] }),
  });
  const calls: ToolCall[] = plan.map((kind, index) => ({ id: `${index}`, name: kind, args: ARGS[kind] }));
  return { state, dispatcher, calls };
}

describe('a turn of calls', () => {
  it(
    'reads what was written before, has at most ten readers, one writer and one result a call, in order',
    patience,
    async () => {
      await fc.assert(
        fc.asyncProperty(plans, fc.scheduler(), async (plan, scheduler) => {
          const { state, dispatcher, calls } = setUp(plan, scheduler);
          const { signal } = new AbortController();
          const resolved = await scheduler.waitFor(
            schedule(calls, {
              concurrencyClassOf: dispatcher.concurrencyClassOf,
              run: (call) => dispatcher.dispatch(call, { signal }),
            }),
          );
          expect(resolved.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id));
          expect(state.overlap).toBe(false);
          expect(state.most).toBeLessThanOrEqual(MAX_TOGETHER);
          let written = 0;
          for (const [index, kind] of plan.entries()) {
            const { result, phase } = resolved[index] ?? {};
            if (kind === 'write') written++;
            if (kind === 'write' || kind === 'read') expect(result?.text).toBe(String(written));
            else expect(phase).toBe(kind === 'throws' ? 'failed' : 'invalid');
          }
        }),
        { numRuns: numRuns(500), seed: 5 },
      );
    },
  );

  it(
    'that is aborted at any moment has one result a call, in order, and writes nothing after it',
    patience,
    async () => {
      await fc.assert(
        fc.asyncProperty(plans, fc.nat(16), fc.scheduler(), async (plan, moment, scheduler) => {
          const { state, dispatcher, calls } = setUp(plan, scheduler);
          const stop = new AbortController();
          let started = 0;
          let writtenThen: number | undefined;
          const run = (call: ToolCall) => {
            if (started++ === moment) {
              stop.abort(new AbortReason('stopped', 'Stop.'));
              writtenThen = state.value;
            }
            return dispatcher.dispatch(call, { signal: stop.signal });
          };
          const resolved = await scheduler.waitFor(
            schedule(calls, { concurrencyClassOf: dispatcher.concurrencyClassOf, run }),
          );
          expect(resolved.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id));
          if (writtenThen === undefined) return;
          expect(state.value).toBe(writtenThen);
          expect(resolved.slice(moment).every(({ result }) => result.error === 'ABORTED')).toBe(true);
        }),
        { numRuns: numRuns(500), seed: 5 },
      );
    },
  );
});
