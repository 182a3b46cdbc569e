import type { CallResult } from './call';
import type { Invocation } from './invocation';

export type Next = (invocation: Invocation) => Promise<CallResult>;

/** One step around a call. It may answer by itself, hand on a changed invocation, or change the result on its way back. */
export interface Step {
  readonly name: string;
  run(invocation: Invocation, next: Next): Promise<CallResult>;
}

/** Runs an invocation through steps, outermost first; the last one answers. */
export function runSteps([step, ...rest]: readonly Step[], invocation: Invocation): Promise<CallResult> {
  if (!step) throw new Error('The last step of a pipeline must answer.');
  return step.run(invocation, (next) => runSteps(rest, next));
}
