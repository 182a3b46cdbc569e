import type { ToolMessage } from '@ag-ui/core';
import { parseJson, type ThreadState } from '@/lib/protocol';
import { z } from 'zod';

/** A call with its result, as the guard's patterns see it. */
export interface GuardStep {
  readonly callId: string;
  readonly name: string;
  /** Argument text in one form: the order of fields and white space do not count. */
  readonly args: string;
  /** Its result is none that this tool gave before. */
  readonly fresh: boolean;
  /** A fresh result that is a success. */
  readonly progress: boolean;
}

/** The calls from the `since`-th on that have results, in call order. */
export function stepsOf({ callOrder, calls }: ThreadState, since: number): GuardStep[] {
  const seen = new Set<string>();
  return callOrder.slice(since).flatMap((callId) => {
    const call = Object.hasOwn(calls, callId) ? calls[callId] : undefined;
    if (!call?.result) return [];
    const result = JSON.stringify([call.name, call.result.content]);
    const fresh = !seen.has(result);
    seen.add(result);
    return [{ callId, name: call.name, args: canonical(call.args), fresh, progress: fresh && succeeded(call.result) }];
  });
}

const FailureSchema = z.looseObject({ success: z.literal(false) });

const succeeded = ({ error, metadata }: ToolMessage): boolean =>
  error === undefined && !FailureSchema.safeParse(metadata?.toolyard).success;

function canonical(args: string): string {
  const parsed = parseJson(z.json(), args);
  return parsed.ok ? JSON.stringify(sorted(parsed.value)) : args.trim();
}

/** Objects as lists of their fields in order of name, so that no name can be taken for something else. */
function sorted(value: z.core.util.JSONType): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return {
    fields: Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  };
}
