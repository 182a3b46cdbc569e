import type { Language } from '@/lib/protocol';
import type { Step } from '../dispatch/step';
import { failure } from '../result';
import type { RateLimiter } from './rate-limiter';

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
  /** Until the next call may be made. */
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

/** In words: a minute, or so many seconds. */
const per = (seconds: number): string => (seconds === 60 ? 'a minute' : `in ${seconds} s`);
