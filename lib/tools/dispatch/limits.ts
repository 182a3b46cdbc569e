import { DEFAULT_RATE, type RateLimits, type Language } from '@/lib/protocol';
import type { AnyTool } from '../tool';
import type { Step, Invocation } from '../invocation';
import { failure, type CallResult } from '../result';
import { truncateTo, DEFAULT_OUTPUT_LIMIT, LEFT_OUT } from '../truncate';

/** Number of buckets from which on those that are full again, and so carry no information, are deleted. */
const SWEEP_AT = 1000;

/** Whether a call may be made now; otherwise, when. */
export type RateVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly calls: number; readonly windowSeconds: number; readonly retryAfterMs: number };

/** A tool as limits see it: by its own name, otherwise by its executor's. */
type Limited = Pick<AnyTool, 'name' | 'executor'>;

export interface RateLimiter {
  /** Takes a token from a tool's bucket in a thread, if one is left. */
  take(threadId: string, tool: Limited): RateVerdict;
}

/** How many tokens were used as of `at`. They are restored at the tool's rate; the bucket is full again by `full`. */
interface Bucket {
  used: number;
  at: number;
  full: number;
}

/** A number of calls per window, in milliseconds. */
interface Rate {
  calls: number;
  windowMs: number;
}

/** A token bucket per tool and thread, with one window's calls as its size. `limits` is called again for each call. */
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
      const rate = rateOf(limits(), tool);
      const { calls, windowMs } = rate;
      const at = now();
      const key = `${tool.name} ${threadId}`;
      const bucket = buckets.get(key);
      const used = bucket ? drained(bucket, at, rate) : 0;
      if (used + 1 > calls) {
        const retryAfterMs = Math.ceil(((used + 1 - calls) * windowMs) / calls);
        return { ok: false, calls, windowSeconds: windowMs / 1000, retryAfterMs };
      }
      if (buckets.size >= SWEEP_AT) sweep(buckets, at);
      buckets.set(key, { used: used + 1, at, full: at + windowMs });
      return { ok: true };
    },
  };
}

function rateOf({ calls, windowSeconds, tools }: RateLimits, { name, executor = name }: Limited): Rate {
  const known = Object.hasOwn(tools, name) ? name : executor;
  const own = Object.hasOwn(tools, known) ? tools[known] : undefined;
  return { calls: own ?? calls, windowMs: (windowSeconds ?? DEFAULT_RATE.windowSeconds) * 1000 };
}

/** The use that remains now. A clock that goes backwards restores nothing. */
const drained = ({ used, at }: Bucket, now: number, { calls, windowMs }: Rate): number =>
  Math.max(0, used - (Math.max(0, now - at) * calls) / windowMs);

/** Deletes full buckets: after its window, a bucket is full whatever its size. */
function sweep(buckets: Map<string, Bucket>, now: number): void {
  for (const [key, { full }] of buckets) if (now >= full) buckets.delete(key);
}

/** Refuses a call whose tool has no token left; the result says how long to wait. */
export const rateLimit = (limiter: RateLimiter): Step => ({
  name: 'rate-limit',
  about: 'Lets each tool be called so many times in a window of time.',
  before({ tool, context, language, trace }) {
    const verdict = limiter.take(context.threadId, tool);
    if (verdict.ok) return undefined;
    const { calls, windowSeconds, retryAfterMs } = verdict;
    const seconds = Math.ceil(retryAfterMs / 1000);
    trace.note(
      'rate-limit',
      'blocked',
      `more than ${calls} calls of ${tool.name} ${per(windowSeconds)}; free again in ${seconds} s`,
    );
    const answer = failure('RATE_LIMITED', TEXTS[language](tool.name, { calls, windowSeconds, seconds }), {
      summary: language === 'zh' ? `${seconds} 秒后可再用` : `free again in ${seconds} s`,
      details: { retryAfterMs, calls, windowSeconds },
    });
    return { answer };
  },
});

interface Spent {
  readonly calls: number;
  readonly windowSeconds: number;
  /** Seconds until the next call is allowed. */
  readonly seconds: number;
}

const TEXTS: Record<Language, (tool: string, spent: Spent) => string> = {
  en: (tool, { calls, windowSeconds, seconds }) =>
    `Not run: ${tool} may be called ${times(calls)} ${per(windowSeconds)}, and that is used up. Wait ${seconds} s before you ` +
    `call it again, or go on with something else.`,
  zh: (tool, { calls, windowSeconds, seconds }) =>
    `未执行：${tool} ${windowSeconds === 60 ? '每分钟' : `每 ${windowSeconds} 秒`}最多调用 ${calls} 次，次数已用完。` +
    `请等待 ${seconds} 秒后再调用，或先做别的事。`,
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** The window in words: a minute, or a number of seconds. */
const per = (seconds: number): string => (seconds === 60 ? 'a minute' : `in ${seconds} s`);

/**
 * Truncates text over the tool's limit for the model; the full text stays in the blobs for people. `maxBytes` limits every
 * tool, for example to what can be posted: a second cut later would remove this one's notice.
 */
export const truncation = (maxBytes = Infinity): Step => ({
  name: 'truncation',
  about: "Shortens a text over the tool's limit for the model; people find all of it in the tab.",
  after(result, invocation) {
    const room = roomOf(invocation);
    // A character is at most three bytes.
    if (result.text.length <= Math.min(room, maxBytes / 3)) return result;
    const { text, omitted } = truncateTo(result.text, room, maxBytes, noticeOf(invocation));
    return omitted === 0 ? result : shortened(result, invocation, text, omitted);
  },
});

/** Characters reserved for a truncation notice and a line of advice. */
const NOTICE_AND_ADVICE = 300;

/** Maximum characters of a result's text. A system's limit includes everything that is added to the text. */
export function roomOf({ tool, system }: Pick<Invocation, 'tool' | 'system'>): number {
  const { most = Infinity } = system.behaviour.output;
  return Math.min(tool.outputLimit ?? DEFAULT_OUTPUT_LIMIT, most - NOTICE_AND_ADVICE);
}

const noticeOf = ({ system, language }: Invocation): ((omitted: number) => string) => {
  const { notice } = system.behaviour.output;
  return notice === undefined ? (omitted) => LEFT_OUT[language](omitted) : () => notice;
};

async function shortened(
  result: CallResult,
  invocation: Invocation,
  text: string,
  omitted: number,
): Promise<CallResult> {
  const hash = await keep(invocation, result.text);
  invocation.trace.note('truncation', 'changed', `left out ${omitted.toLocaleString('en')} characters in the middle`);
  return { ...result, text, ...(hash !== undefined && { truncated: { omitted, hash } }) };
}

/** A full disk must not turn a success into a failure. */
async function keep({ context }: Invocation, text: string): Promise<string | undefined> {
  try {
    return await context.blobs?.put(text);
  } catch {
    return undefined;
  }
}
