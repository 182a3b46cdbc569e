import type { CustomEventValue, Language, ThreadState } from '@/lib/protocol';
import { LOOP_PATTERNS } from './patterns';
import { guardSteps } from './step';

export type LoopVerdict = CustomEventValue<'toolyard.guard'> & { callIds: string[] };

/**
 * Whether the agent goes round in circles, judged from the calls since the `since`-th: a warning where a pattern is new, a
 * stop where the agent was warned of it and went on. A pure function of the log: a process that takes over says the same.
 * `patience` is how many times as many calls as usual make a pattern, without end where none does; `language` is the one that the model is warned in.
 */
export function loopGuard(
  thread: ThreadState,
  since: number,
  patience = 1,
  language: Language = 'en',
): LoopVerdict | undefined {
  if (patience === Number.POSITIVE_INFINITY) return undefined;
  const steps = guardSteps(thread, since);
  for (const pattern of LOOP_PATTERNS) {
    const found = pattern.find(steps, patience);
    const last = found?.at(-1);
    if (!found || !last) continue;
    const callIds = found.map(({ callId }) => callId);
    const warned = thread.notices.findLast(
      ({ guard, level, callIds: spoken }) =>
        guard === pattern.id && level === 'warning' && spoken?.some((id) => callIds.includes(id)),
    );
    // Warned, and the model has not spoken since: a run that died in between, or one that waits for a person.
    if (warned?.callIds?.includes(last.callId)) continue;
    const told = pattern.describe(found);
    return warned
      ? { guard: pattern.id, level: 'stop', callIds, message: stopped(told.en.what) }
      : { guard: pattern.id, level: 'warning', callIds, message: WARNING[language](told[language]) };
  }
  return undefined;
}

const WARNING: Readonly<Record<Language, (told: { what: string; advice: string }) => string>> = {
  en: ({ what, advice }) => `You ${what}. ${advice}`,
  zh: ({ what, advice }) => `你${what}。${advice}`,
};

/** For the person, whose page is in English. */
const stopped = (what: string): string =>
  `LOOP_DETECTED: the agent ${what}, although it was warned. It goes on when you say something or let it go on.`;

/** What a warning adds to the last result it speaks of, for the model. */
export const warningText = (message: string, language: Language = 'en'): string => `\n\n[${GUARD[language]}${message}]`;

const GUARD: Readonly<Record<Language, string>> = { en: 'Loop guard: ', zh: '循环防护：' };
