import {
  type CustomEventValue,
  type Language,
  type ThreadState,
  callOf,
  parseAnyJson,
  type FoldedCall,
} from '@/lib/protocol';
import type { ToolMessage } from '@ag-ui/core';
import { z } from 'zod';

type LoopVerdict = CustomEventValue<'toolyard.guard'> & { callIds: string[] };

/**
 * Whether the agent is going round in circles, told from the calls since the `since`-th: a warning for a new pattern, a
 * stop if the agent was warned of it and went on. A pure function of the log, so a process that takes over comes to the same
 * verdict. `patience` multiplies the number of calls that make a pattern; `Infinity` turns the guard off. `language` is that
 * of the run.
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
    // Warned already, and the model has not spoken since: a run died in between, or one waits for a person.
    if (warned?.callIds?.includes(last.callId)) continue;
    const told = pattern.describe(found);
    return warned
      ? { guard: pattern.id, level: 'stop', callIds, message: STOP[language](told[language].what) }
      : { guard: pattern.id, level: 'warning', callIds, message: WARNING[language](told[language]) };
  }
  return undefined;
}

const WARNING: Readonly<Record<Language, (told: { what: string; advice: string }) => string>> = {
  en: ({ what, advice }) => `You ${what}. ${advice}`,
  zh: ({ what, advice }) => `你${what}。${advice}`,
};

/** For the person. */
const STOP: Readonly<Record<Language, (what: string) => string>> = {
  en: (what) =>
    `LOOP_DETECTED: the agent ${what}, although it was warned. It goes on when you say something or let it go on.`,
  zh: (what) => `LOOP_DETECTED: Agent ${what}，尽管已收到警告。请发送一条消息，或让它继续。`,
};

/** Text that a warning adds to the last result it is about, for the model. */
export const warningText = (message: string, language: Language = 'en'): string => `\n\n[${GUARD[language]}${message}]`;

const GUARD: Readonly<Record<Language, string>> = { en: 'Loop guard: ', zh: '循环防护：' };

/** One way for an agent to go round in circles. */
interface LoopPattern {
  /** Stable: it names the guard in the log. */
  readonly id: string;
  /** The last steps, if they form the pattern, otherwise undefined. `patience` multiplies the number of steps it takes. */
  find(steps: readonly GuardStep[], patience: number): readonly GuardStep[] | undefined;
  /** `what`: what the agent does wrong, as the predicate of a sentence about it; `advice`: what it should do instead. */
  describe(found: readonly GuardStep[]): Readonly<Record<Language, { what: string; advice: string }>>;
}

/** The last `count` steps, if there are that many. */
const patternTail = (steps: readonly GuardStep[], count: number): readonly GuardStep[] | undefined =>
  steps.length < count ? undefined : steps.slice(-count);

/** The longest unbroken run of steps at the end for which `holds` is true. */
function tailWhile(steps: readonly GuardStep[], holds: (step: GuardStep) => boolean): readonly GuardStep[] {
  const before = steps.findLastIndex((step) => !holds(step));
  return steps.slice(before + 1);
}

const SAME_CALLS = 3;

/** The same tool with the same arguments, again and again. */
const repeatedCall: LoopPattern = {
  id: 'loop:repeated-call',
  find(steps, patience) {
    const last = steps.at(-1);
    if (!last) return undefined;
    const run = tailWhile(steps, (step) => same(step, last));
    return run.length >= SAME_CALLS * patience ? run : undefined;
  },
  describe: (found) => ({
    en: {
      what: `called ${found[0]?.name} ${found.length} times in a row with the same arguments`,
      advice:
        'The same call will not bring anything else. Change the arguments, take another tool, or say what stops you.',
    },
    zh: {
      what: `已连续 ${found.length} 次以相同的参数调用 ${found[0]?.name}`,
      advice: '相同的调用不会带来别的结果。请更改参数、换用其他工具，或说明遇到了什么障碍。',
    },
  }),
};

const CYCLES = 3;

const same = (a: GuardStep, b: GuardStep): boolean => a === b || (a.name === b.name && a.args === b.args);

/** Two calls that alternate. */
const backAndForth: LoopPattern = {
  id: 'loop:back-and-forth',
  find(steps, patience) {
    const found = patternTail(steps, 2 * CYCLES * patience);
    const [one, other] = found ?? [];
    if (!found || !one || !other || same(one, other)) return undefined;
    return found.every((step, index) => same(step, index % 2 === 0 ? one : other)) ? found : undefined;
  },
  describe: ([one, other, ...more]) => ({
    en: {
      what: `went back and forth between the same ${one?.name} and ${other?.name} ${1 + more.length / 2} times`,
      advice: 'Each of the two undoes or repeats the other. Decide for one, or take a third way.',
    },
    zh: {
      what: `已在相同的 ${one?.name} 与 ${other?.name} 之间来回 ${1 + more.length / 2} 次`,
      advice: '两者互相抵消或重复。请选定其一，或另寻办法。',
    },
  }),
};

const STEPS_WITHOUT_PROGRESS = 10;
/**
 * With patience above 1, how often the most-called tool must appear, times the patience: a rate limit, which counts by tool,
 * should act first.
 */
const STEPS_OF_ONE = 3;

/** Many steps without a new successful result. */
const noProgress: LoopPattern = {
  id: 'loop:no-progress',
  find(steps, patience) {
    const found = tailWhile(steps, ({ progress }) => !progress);
    const many = found.length >= STEPS_WITHOUT_PROGRESS * patience;
    return many && (patience === 1 || mostOfOne(found) >= STEPS_OF_ONE * patience) ? found : undefined;
  },
  describe: (found) => ({
    en: {
      what: `made ${found.length} calls without a new successful result`,
      advice: 'Stop and think about what all these results say. Try something of another kind, or say what stops you.',
    },
    zh: {
      what: `已调用 ${found.length} 次而没有新的成功结果`,
      advice: '请停下来想想这些结果说明了什么。尝试另一类做法，或说明遇到了什么障碍。',
    },
  }),
};

/** How often the most-called tool was called. */
function mostOfOne(steps: readonly GuardStep[]): number {
  const counts = new Map<string, number>();
  for (const { name } of steps) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

const CALLS_OF_ONE_TOOL = 5;

/** The same tool with different arguments, but no new results any more. */
const sameTool: LoopPattern = {
  id: 'loop:same-tool',
  find(steps, patience) {
    const last = steps.at(-1);
    if (!last) return undefined;
    const run = tailWhile(steps, ({ name }) => name === last.name);
    // The first step may have been new; those after it must not be.
    const stale = tailWhile(run, ({ fresh }) => !fresh);
    const found = run.slice(-(stale.length + 1));
    return found.length >= CALLS_OF_ONE_TOOL * patience ? found : undefined;
  },
  describe: (found) => ({
    en: {
      what: `called ${found[0]?.name} ${found.length} times in a row without a new result`,
      advice: 'What it gives is known by now. Take another way, or say what you have and what is missing.',
    },
    zh: {
      what: `已连续 ${found.length} 次调用 ${found[0]?.name} 而没有新的结果`,
      advice: '它能给出的内容已经知道。请换一种做法，或说明已有什么、还缺什么。',
    },
  }),
};

/** In order of priority: the first pattern found decides. */
const LOOP_PATTERNS: readonly LoopPattern[] = [repeatedCall, sameTool, backAndForth, noProgress];

/** A call with its result, as the guard's patterns see it. */
interface GuardStep {
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
function guardSteps(thread: ThreadState, since: number): readonly GuardStep[] {
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
