import type { CodeRunner } from '@/lib/ports';
import { HOOK_EVENTS, HookSchema, ToolResultSchema, TraceEntrySchema, type Hook } from '@/lib/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AbortReason } from '../result';
import { defineTool } from '../define-tool';
import { eraseTool } from '../tool';
import { createHookRunner } from '../hooks';
import type { Middleware } from '../middleware';
import { createRateLimiter } from './limits';
import { createRegistry } from '../registry';
import { numRuns, patience } from '../testing/cases';
import { createDispatcher, type DispatchPhase } from '.';

/** What something may do when it is called: answer anything, throw anything, or never settle. */
const deeds = fc.oneof(
  { weight: 4, arbitrary: fc.anything().map((value) => ({ does: 'answers', value }) as const) },
  fc.anything().map((value) => ({ does: 'throws', value }) as const),
  fc.constant({ does: 'hangs', value: undefined } as const),
);
type Deed = { readonly does: 'answers' | 'throws' | 'hangs'; readonly value: unknown };

async function perform({ does, value }: Deed): Promise<never> {
  if (does === 'throws') throw value;
  if (does === 'hangs') return new Promise(() => undefined);
  // What comes from outside has whatever type it has.
  return z.custom<never>().parse(value);
}

const answers = fc.oneof(
  deeds,
  fc
    .record(
      {
        block: fc.anything(),
        reason: fc.anything(),
        input: fc.anything(),
        output: fc.anything(),
        context: fc.string(),
      },
      { requiredKeys: [] },
    )
    .map((value) => ({ does: 'answers', value }) as const),
);

const hooks = fc.array(
  fc.record({ event: fc.constantFrom(...HOOK_EVENTS), matcher: fc.constantFrom(undefined, '*', 'Probe', 'x|y', '') }),
  { maxLength: 4 },
);

const args = fc.oneof(
  fc.string(),
  fc.json(),
  fc.record({ text: fc.string() }).map((value) => JSON.stringify(value)),
);

const cases = fc.record({
  name: fc.constantFrom('Probe', 'Probe', 'Probe', 'probe', '', '__proto__'),
  args,
  deed: deeds,
  hooks,
  answers: fc.array(answers, { minLength: 1, maxLength: 4 }),
  middleware: fc.array(fc.record({ pre: fc.option(answers), post: fc.option(answers) }), { maxLength: 3 }),
  canUseTool: fc.option(answers),
  approval: fc.option(answers),
  contextFails: fc.boolean(),
  limited: fc.boolean(),
  mode: fc.constantFrom('default', 'plan', 'dontAsk', 'bypassPermissions' as const),
  validation: fc.constantFrom('block', 'warn' as const),
  language: fc.constantFrom('en', 'zh' as const),
  /** Turns of the event loop until somebody stops it; hanging parts need that. */
  abortAfter: fc.nat(12),
});

it('whatever its parts do and whenever it is stopped, a call has exactly one result', patience, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (drawn) => {
      let asked = 0;
      const next = (): Deed => drawn.answers[asked++ % drawn.answers.length] ?? { does: 'hangs', value: undefined };
      const codeRunner: CodeRunner = {
        run: async () => {
          const deed = next();
          return deed.does === 'answers' ? { ok: true, value: deed.value, log: '' } : perform(deed);
        },
      };
      const own: Hook[] = drawn.hooks.map(({ event, matcher }, index) =>
        HookSchema.parse({ id: `${index}`, name: `h${index}`, event, matcher, source: '', enabled: true }),
      );
      const middleware = drawn.middleware.map(({ pre, post }, index): Middleware => ({
        name: `m${index}`,
        ...(pre && { pre: () => perform(pre) }),
        ...(post && { post: () => perform(post) }),
      }));
      const { deed, canUseTool, approval } = drawn;
      const input = z.strictObject({ text: z.string() });
      const tool = defineTool({
        name: 'Probe',
        description: 'x',
        source: 'builtin',
        kind: 'edit',
        input,
        abortGrace: 1,
        execute: () => perform(deed),
      });
      const dispatcher = createDispatcher({
        registry: createRegistry([eraseTool(tool)]),
        permissions: {
          mode: () => drawn.mode,
          rules: () => [],
          allowAlways: () => undefined,
          ask: () => (approval ? perform(approval) : Promise.resolve({ behavior: 'allow' })),
          ...(canUseTool && { canUseTool: () => perform(canUseTool) }),
        },
        contextFor: async () => {
          if (drawn.contextFails) throw new Error('no context');
          return { threadId: 'thread', writeRoots: [] };
        },
        language: () => drawn.language,
        validation: () => drawn.validation,
        limiter: createRateLimiter({ limits: () => ({ calls: 1, tools: { Probe: drawn.limited ? 1 : 9 } }) }),
        hooks: createHookRunner({ hooks: () => own, codeRunner }),
        middleware,
      });

      const stop = new AbortController();
      const phases: DispatchPhase[] = [];
      const pending = dispatcher.dispatch(
        { id: 'call', name: drawn.name, args: drawn.args },
        { signal: stop.signal, onPhase: (phase) => phases.push(phase) },
      );
      for (let turn = 0; turn < drawn.abortAfter; turn++) await new Promise((resolve) => setImmediate(resolve));
      stop.abort(new AbortReason('stopped', 'Stop.'));
      const { result, phase, callId, timings } = await pending;

      expect(callId).toBe('call');
      expect(ToolResultSchema.safeParse(result).error).toBeUndefined();
      expect(result.success).toBe(result.error === undefined);
      expect(phases.filter((one) => one !== 'running' && one !== 'awaiting-approval')).toEqual([phase]);
      expect(timings.queuedAt <= timings.startedAt && timings.startedAt <= timings.endedAt).toBe(true);
      for (const entry of result.trace ?? []) expect(TraceEntrySchema.safeParse(entry).error).toBeUndefined();
    }),
    { numRuns: numRuns(500), seed: 7 },
  );
});
