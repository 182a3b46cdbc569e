import { type ToolResult, ToolResultSchema } from '@/lib/protocol';
import type { Invocation, StepDecision, Step } from '../invocation';
import { messageOf } from '@/lib/protocol/message-of';
import { abortReasonOf, abortedResult, failure, untilAborted, type CallResult } from '../result';
import { denialTexts } from '../permissions/denial-texts';
import { denied } from '../permissions/denied';

/** What `pre` may return; undefined lets the call continue unchanged. */
export type PreOutcome =
  | undefined
  | void
  /** Changes the input; it is validated and permission-checked again. */
  | { readonly input: unknown }
  /** Blocks the call, for this reason. */
  | { readonly block: string };

/** Custom code around every call's execution: run in order before it, in reverse order after it. */
export interface Middleware {
  readonly name: string;
  /** One line for people. */
  readonly about?: string;
  /** Runs before the call. If it throws, the call is blocked: it may be a guard. */
  pre?(invocation: Invocation): PreOutcome | Promise<PreOutcome>;
  /** Runs after the call, or after an inner step blocked it. May return a new result. An exception is only noted. */
  post?(
    result: ToolResult,
    invocation: Invocation,
  ): ToolResult | undefined | void | Promise<ToolResult | undefined | void>;
}

/** Middleware as a pipeline step: whatever it does, the call gets exactly one result, and the trace records it. */
export function middlewareStep(middleware: Middleware): Step {
  const { name, about = 'Code of the host around each call.' } = middleware;
  return {
    name,
    about,
    ...(middleware.pre && { before: (invocation: Invocation) => before(middleware, invocation) }),
    ...(middleware.post && {
      after: (result: CallResult, invocation: Invocation) => after(middleware, result, invocation),
    }),
  };
}

async function before(middleware: Middleware, invocation: Invocation): Promise<StepDecision> {
  const { name } = middleware;
  const { trace, context } = invocation;
  const startedAt = trace.now();
  try {
    const outcome = await untilAborted(middleware.pre?.(invocation), context.signal);
    if (!outcome) return undefined;
    if ('input' in outcome) {
      trace.note(name, 'changed', 'changed the arguments', startedAt);
      return outcome;
    }
    // Middleware written by a person may return anything.
    const reason = typeof outcome.block === 'string' ? outcome.block : 'no reason given';
    trace.note(name, 'blocked', reason, startedAt);
    return { answer: denied({ source: 'hook', rule: name, reason }, context) };
  } catch (error) {
    if (context.signal.aborted) return { answer: abortedResult(abortReasonOf(context.signal, context.language)) };
    trace.note(name, 'failed', messageOf(error), startedAt);
    const { notRun, stepFailed } = denialTexts(context);
    return { answer: failure('EXECUTION_ERROR', notRun(stepFailed(name, messageOf(error)))) };
  }
}

async function after(middleware: Middleware, result: CallResult, invocation: Invocation): Promise<CallResult> {
  const { trace, context } = invocation;
  const startedAt = trace.now();
  try {
    const replaced = await untilAborted(middleware.post?.(result, invocation), context.signal);
    if (!replaced || replaced === result) return result;
    const read: ToolResult = ToolResultSchema.parse(replaced);
    trace.note(middleware.name, 'changed', 'changed the result', startedAt);
    return read;
  } catch (error) {
    trace.note(middleware.name, 'failed', messageOf(error), startedAt);
    return result;
  }
}
