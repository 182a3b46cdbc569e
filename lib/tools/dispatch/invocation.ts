import type { CallAround } from '@/lib/ports';
import type { Language, ValidationIssue } from '@/lib/protocol';
import type { System } from '../system';
import type { AnyTool, ToolContext } from '../tool';
import type { DispatchPhase, ToolCall } from './call';
import type { CallLimits } from './call-context';
import type { Trace } from './trace';

/** A call begins. What this throws becomes the call's result, and the tool does not run. */
export type OnStart = (invocation: Pick<Invocation, 'call' | 'tool' | 'input'>) => Promise<void> | void;

/** A call that has passed look-up and validation: from here on it cannot be malformed. */
export interface Invocation {
  /** As it will run: `args` is the text of `input` where a step has changed that. */
  readonly call: ToolCall;
  readonly tool: AnyTool;
  /** The calls from inside which this one is made, outermost first. */
  readonly within: readonly CallAround[];
  /** Valid for `tool.input`, unless there are `issues`. */
  readonly input: unknown;
  /** What is wrong with the input of a call that runs all the same. */
  readonly issues?: readonly ValidationIssue[] | undefined;
  readonly context: ToolContext;
  readonly limits: CallLimits;
  readonly language: Language;
  readonly system: System;
  readonly trace: Trace;
  readonly report: (phase: DispatchPhase) => void;
  /** Called last of all before the tool runs, and waited for. */
  readonly onStart?: OnStart | undefined;
}
