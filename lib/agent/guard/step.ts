import type { ToolMessage } from '@ag-ui/core';
import { callOf, parseAnyJson, type FoldedCall, type ThreadState } from '@/lib/protocol';
import { z } from 'zod';

/** A call with its result, as the guard's patterns see it. */
export interface GuardStep {
  readonly callId: string;
  readonly name: string;
  /** Arguments in canonical form: the order of fields and white space do not matter. */
  readonly args: string;
  /** Whether this tool has not returned this result before. */
  readonly fresh: boolean;
  /** Whether the result is fresh and a success. */
  readonly progress: boolean;
}

/** The steps of calls with results, up to the first call without one. */
interface KnownSteps {
  since: number;
  steps: GuardStep[];
  last: FoldedCall | undefined;
  seen: Map<string, Set<string>>;
}

/** Keyed by the thread's list of calls, which only grows at its end. */
const knownOf = new WeakMap<readonly string[], KnownSteps>();

/** The calls with results from the `since`-th on, in call order. */
export function guardSteps(thread: ThreadState, since: number): readonly GuardStep[] {
  const { callOrder } = thread;
  const before = knownOf.get(callOrder);
  const valid = before?.since === since && before.last === callOf(thread, before.last?.id ?? '');
  const known: KnownSteps = valid ? before : { since, steps: [], last: undefined, seen: new Map() };
  knownOf.set(callOrder, known);
  for (let index = since + known.steps.length; index < callOrder.length; index += 1) {
    const call = callOf(thread, callOrder[index] ?? '');
    if (!call?.result) return [...known.steps, ...restOf(thread, index, known)];
    known.steps.push(stepOf(call, call.result, known.seen));
    known.last = call;
  }
  return known.steps;
}

/** Steps after a call without a result are computed anew each time. */
function restOf(thread: ThreadState, from: number, known: KnownSteps): GuardStep[] {
  const seen = new Map([...known.seen].map(([name, results]) => [name, new Set(results)]));
  return thread.callOrder.slice(from).flatMap((id) => {
    const call = callOf(thread, id);
    return call?.result ? [stepOf(call, call.result, seen)] : [];
  });
}

function stepOf(call: FoldedCall, result: ToolMessage, seen: Map<string, Set<string>>): GuardStep {
  const { id: callId, name } = call;
  const results = seen.get(name) ?? new Set();
  const text = typeof result.content === 'string' ? result.content : JSON.stringify(result.content);
  const fresh = !results.has(text);
  seen.set(name, results.add(text));
  let args: string | undefined;
  return {
    callId,
    name,
    // Computed on first comparison: most steps differ in their tool's name already.
    get args() {
      args ??= canonical(call.args);
      return args;
    },
    fresh,
    progress: fresh && succeeded(result),
  };
}

const FailureSchema = z.object({ success: z.literal(false) });

const succeeded = ({ error, metadata }: ToolMessage): boolean =>
  error === undefined && !FailureSchema.safeParse(metadata?.toolyard).success;

function canonical(args: string): string {
  const parsed = parseAnyJson(args);
  return parsed.ok ? JSON.stringify(sorted(parsed.value)) : args.trim();
}

/** Objects become lists of their fields sorted by name, so that no field name can be mistaken for something else. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return {
    fields: Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  };
}
