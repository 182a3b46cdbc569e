import { ToolResultSchema, type ToolResult } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { abortReasonOf, abortedResult, failure } from '../result';
import type { CallResult } from '../dispatch/call';
import { untilAborted } from '../dispatch/until-aborted';
import type { Invocation } from '../dispatch/invocation';
import type { Before, Step } from '../dispatch/step';
import { denialTexts } from '../permissions/denial-texts';
import { denied } from '../permissions/denied';
import type { HookRunner } from '../hooks';
import { askAfter, askBefore, occasion } from '../hooks/hook-step';
import type { Middleware } from './middleware';

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

async function before(middleware: Middleware, invocation: Invocation): Promise<Before> {
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

/** Middleware written by a person: one function for both phases, run in order before a call and in reverse order after it. */
export const writtenMiddleware = (runner: HookRunner): Step => ({
  name: 'middleware',
  about: 'Runs your middleware: with phase pre before the hooks, and with phase post after them.',
  before(invocation) {
    const { tool, context } = invocation;
    return askBefore('middleware', runner.matching('Middleware', tool), invocation, (hook, input) =>
      runner.ask(hook, 'Middleware', { ...occasion(invocation), phase: 'pre', input }, context.signal),
    );
  },
  after(result, invocation) {
    const { tool, context } = invocation;
    const inReverse = runner.matching('Middleware', tool).toReversed();
    return askAfter('middleware', inReverse, result, invocation, (hook, shown) =>
      runner.ask(hook, 'Middleware', { ...occasion(invocation), phase: 'post', result: shown }, context.signal),
    );
  },
});
