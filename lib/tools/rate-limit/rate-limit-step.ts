import type { Language } from '@/lib/protocol';
import type { Step } from '../dispatch/step';
import { failure } from '../result';
import type { RateLimiter } from './rate-limiter';

/** Refuses a call whose tool has no token left; the result says how long to wait. */
export const rateLimit = (limiter: RateLimiter): Step => ({
  name: 'rate-limit',
  about: 'Lets each tool be called so many times a minute.',
  before({ tool, context, language, trace }) {
    const verdict = limiter.take(context.threadId, tool);
    if (verdict.ok) return undefined;
    const { perMinute, retryAfterMs } = verdict;
    const seconds = Math.ceil(retryAfterMs / 1000);
    trace.note(
      'rate-limit',
      'blocked',
      `more than ${perMinute} calls of ${tool.name} a minute; free again in ${seconds} s`,
    );
    const answer = failure('RATE_LIMITED', TEXTS[language](tool.name, perMinute, seconds), {
      summary: `free again in ${seconds} s`,
      details: { retryAfterMs, perMinute },
    });
    return { answer };
  },
});

const TEXTS: Record<Language, (tool: string, perMinute: number, seconds: number) => string> = {
  en: (tool, perMinute, seconds) =>
    `Not run: ${tool} may be called ${times(perMinute)} a minute, and that is used up. Wait ${seconds} s before you call ` +
    `it again, or go on with something else.`,
  zh: (tool, perMinute, seconds) =>
    `未执行：${tool} 每分钟最多调用 ${perMinute} 次，次数已用完。请等待 ${seconds} 秒后再调用，或先做别的事。`,
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
