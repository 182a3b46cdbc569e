import type { RateLimits } from '@/lib/protocol';
import type { AnyTool } from '../tool';

const MINUTE_MS = 60_000;
/** Buckets that are kept before those that are full again, and so say nothing, are thrown away. */
const SWEEP_AT = 1000;

/** Whether a call may be made now, and if not, when. */
export type RateVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly perMinute: number; readonly retryAfterMs: number };

/** A tool as limits know it: by its own name, or else by that of its executor. */
export type Limited = Pick<AnyTool, 'name' | 'executor'>;

export interface RateLimiter {
  /** Takes one token of a tool's bucket in a thread, if there is one. */
  take(threadId: string, tool: Limited): RateVerdict;
}

/** How much of a bucket is used up, and when that was so. It drains at the tool's rate. */
interface Bucket {
  used: number;
  at: number;
}

/** A token bucket for each tool of each thread, as large as a minute's calls. `limits` is read anew for each call. */
export function createRateLimiter({
  limits,
  now = Date.now,
}: {
  limits: () => RateLimits;
  /** Milliseconds. */
  now?: () => number;
}): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(threadId, tool) {
      const perMinute = perMinuteOf(limits(), tool);
      const at = now();
      const key = `${tool.name} ${threadId}`;
      const bucket = buckets.get(key) ?? { used: 0, at };
      const used = drained(bucket, at, perMinute);
      if (used + 1 > perMinute) {
        return { ok: false, perMinute, retryAfterMs: Math.ceil(((used + 1 - perMinute) * MINUTE_MS) / perMinute) };
      }
      if (buckets.size >= SWEEP_AT) sweep(buckets, at);
      buckets.set(key, { used: used + 1, at });
      return { ok: true };
    },
  };
}

function perMinuteOf({ perMinute, tools }: RateLimits, { name, executor = name }: Limited): number {
  const known = Object.hasOwn(tools, name) ? name : executor;
  return (Object.hasOwn(tools, known) ? tools[known] : undefined) ?? perMinute;
}

/** A clock that goes back drains nothing. */
const drained = ({ used, at }: Bucket, now: number, perMinute: number): number =>
  Math.max(0, used - (Math.max(0, now - at) * perMinute) / MINUTE_MS);

/** After a minute every bucket is full, whatever its size. */
function sweep(buckets: Map<string, Bucket>, now: number): void {
  for (const [key, { at }] of buckets) if (now - at >= MINUTE_MS) buckets.delete(key);
}
