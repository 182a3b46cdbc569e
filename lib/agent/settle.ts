import { EventType, type AGUIEvent } from '@ag-ui/core';
import { unansweredCalls, type ResultMetadata, type ThreadState } from '@/lib/protocol';

/** Why the brain answers a call that the hands never will. */
export type AbortCause = 'superseded' | 'stopped' | 'withdrawn';

const TEXT: Record<AbortCause, string> = {
  superseded: 'The call was not run: the person said something new before it could be.',
  stopped: 'The call was not run: the person stopped the agent.',
  withdrawn: 'The call was not run: the reply it was part of broke off and is made again.',
};

/** The one result of a call that will not be run. */
export function abortedResult(toolCallId: string, cause: AbortCause): AGUIEvent {
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
export const settleAll = (thread: ThreadState, cause: AbortCause): AGUIEvent[] =>
  unansweredCalls(thread).map((call) => abortedResult(call.id, cause));
