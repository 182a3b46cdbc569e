import type { Outcome } from '../result';
import type { CallResult } from './call';
import type { Invocation } from './invocation';
import type { Step } from './step';

/** The end of a chain, and what the chain needs from outside. */
export interface ChainEnd {
  execute(invocation: Invocation): Promise<CallResult>;
  /** The same call with the input that a step wants instead, if it is valid. */
  revise(invocation: Invocation, input: unknown, step: Step): Outcome<Invocation>;
}

/** A call in progress, or the result that ended it. */
type Passed = { readonly invocation: Invocation; readonly answer?: CallResult | undefined };

/** Runs an invocation through the steps, executes it, and goes back through the steps. */
export async function throughChain(steps: readonly Step[], first: Invocation, end: ChainEnd): Promise<CallResult> {
  let invocation = first;
  let answer: CallResult | undefined;
  let passed = 0;
  for (const step of steps) {
    const before = step.before?.(invocation);
    if (before !== undefined) ({ invocation, answer } = await resolveOne(step, invocation, before));
    if (answer) break;
    passed++;
  }
  let result: CallResult = answer ?? (await end.execute(invocation));
  while (passed > 0) {
    const changed: CallResult | Promise<CallResult> | undefined = steps[--passed]?.after?.(result, invocation);
    if (changed) result = changed instanceof Promise ? await changed : changed;
  }
  return result;

  async function resolveOne(
    step: Step,
    current: Invocation,
    pending: ReturnType<NonNullable<Step['before']>>,
  ): Promise<Passed> {
    const before = await pending;
    if (before === undefined) return { invocation: current };
    if ('answer' in before) return { invocation: current, answer: before.answer };
    const revised = end.revise(current, before.input, step);
    if (!revised.ok) return { invocation: current, answer: revised.failure };
    return seenAgain(step, revised.value);
  }

  /** Shows a changed input to the earlier steps that must see every input. */
  async function seenAgain(step: Step, changed: Invocation): Promise<Passed> {
    let current = changed;
    for (const earlier of steps.slice(0, steps.indexOf(step))) {
      const before = earlier.seesChanges ? earlier.before?.(current) : undefined;
      if (before === undefined) continue;
      const seen = await resolveOne(earlier, current, before);
      if (seen.answer) return seen;
      current = seen.invocation;
    }
    return { invocation: current };
  }
}
