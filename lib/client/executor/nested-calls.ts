import type { NestedCalls } from '@/lib/ports';
import type { Dispatcher, DispatcherOptions, DispatchOptions, ResolvedCall, ToolCall } from '@/lib/tools/dispatch';
import { failure } from '@/lib/tools/result';

/** How deep calls may nest: a workflow that runs a workflow that runs a workflow. */
const MOST_DEPTH = 3;
/** Calls that are listed in the outer call's details; the others are counted. */
const MOST_LISTED = 100;
/** Characters of a nested result's text in the outer call's details. */
const SHOWN_TEXT = 300;

/** A call that was made from inside another, as the outer call's details tell of it. */
export interface NestedRecord {
  readonly id: string;
  readonly name: string;
  readonly phase: ResolvedCall['phase'];
  readonly error?: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** The beginning of its text, or what it summed up. */
  readonly text: string;
}

/** One call that may make others. */
interface Nest {
  readonly depth: number;
  readonly options: DispatchOptions;
  readonly records: NestedRecord[];
  made: number;
}

type ContextFor = DispatcherOptions['contextFor'];

/**
 * A dispatcher whose calls may make further calls: each passes the same pipeline, with an id of its own, `<outer>.<n>`. What they
 * came to is told in the outer call's details, whether its tool tells it or not.
 */
export function withNestedCalls(contextFor: ContextFor, make: (contextFor: ContextFor) => Dispatcher): Dispatcher {
  const nests = new Map<string, Nest>();
  const dispatcher = make(async (call, signal) => {
    const context = await contextFor(call, signal);
    const nest = nests.get(call.id);
    return nest ? { ...context, nested: callsFrom(call, nest) } : context;
  });

  const dispatch = async (call: ToolCall, options: DispatchOptions, depth: number): Promise<ResolvedCall> => {
    const nest: Nest = { depth, options, records: [], made: 0 };
    nests.set(call.id, nest);
    try {
      return withRecords(await dispatcher.dispatch(call, options), nest);
    } finally {
      nests.delete(call.id);
    }
  };

  const callsFrom = (outer: ToolCall, nest: Nest): NestedCalls => ({
    async call({ name, input }, signal) {
      if (nest.depth >= MOST_DEPTH) {
        return failure('LOOP_DETECTED', `Calls nest at most ${MOST_DEPTH} deep. Do not let a call make itself again.`);
      }
      const id = `${outer.id}.${++nest.made}`;
      const { onOutput, onStart } = nest.options;
      const call = { id, name, args: JSON.stringify(input) ?? 'null' };
      const resolved = await dispatch(call, { signal, onStart, ...(onOutput && { onOutput }) }, nest.depth + 1);
      if (nest.records.length < MOST_LISTED) nest.records.push(recordOf(call, resolved));
      return resolved.result;
    },
  });

  return { ...dispatcher, dispatch: (call, options) => dispatch(call, options, 0) };
}

const recordOf = ({ id, name }: ToolCall, { phase, result, timings }: ResolvedCall): NestedRecord => ({
  id,
  name,
  phase,
  ...(result.error && { error: result.error }),
  startedAt: timings.startedAt,
  endedAt: timings.endedAt,
  text: (result.success ? (result.summary ?? result.text) : result.text).slice(0, SHOWN_TEXT),
});

function withRecords(resolved: ResolvedCall, { records, made }: Nest): ResolvedCall {
  if (made === 0) return resolved;
  const { result } = resolved;
  const unlisted = made - records.length;
  const details = { ...result.details, nested: records, ...(unlisted > 0 && { unlisted }) };
  return { ...resolved, result: { ...result, details } };
}
