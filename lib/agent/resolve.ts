import { EventType, type AGUIEvent } from '@ag-ui/core';
import { unansweredCalls, type ResultMetadata, type ThreadState } from '@/lib/protocol';

/**
 * Why the agent loop answers a call that the client never will: `unread` was stopped in the run that made it, which the client waits
 * for, so it was certainly not run; `stopped` and `superseded` were theirs, and may have been cut off while they ran.
 */
export type AbortCause = 'superseded' | 'stopped' | 'unread' | 'withdrawn' | 'refused' | 'context';

const UNCERTAIN =
  'It was either not run, or cut off while it ran and may have taken partial effect. Look at the present state before you go on.';

const TEXT: Record<AbortCause, string> = {
  superseded: `The call has no result: the person said something new first. ${UNCERTAIN}`,
  stopped: `The call has no result: the person stopped the agent. ${UNCERTAIN}`,
  unread: 'The call was not run: the person stopped the agent.',
  refused: 'The call was not run: the model declined to go on with the turn that made it.',
  context: 'The call was not run: the conversation no longer fits into the model’s context.',
  withdrawn: 'The call was not run: the reply it was part of broke off and is made again.',
};

/** The one result of a call that will not be run. */
export function abortedEvent(toolCallId: string, cause: AbortCause): AGUIEvent {
  const toolyard: ResultMetadata = { success: false, error: 'ABORTED', summary: 'Aborted', details: { cause } };
  return {
    type: EventType.TOOL_CALL_RESULT,
    messageId: `result:${toolCallId}`,
    toolCallId,
    content: TEXT[cause],
    metadata: { toolyard },
  };
}

/** Results for every call of the thread that has none, in call order. */
export const resolveAll = (thread: ThreadState, cause: AbortCause): AGUIEvent[] =>
  unansweredCalls(thread).map((call) => abortedEvent(call.id, cause));
