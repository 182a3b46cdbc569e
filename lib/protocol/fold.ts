import { EventType, type AGUIEvent, type ToolMessage } from '@ag-ui/core';
import { createPutCall, restore, sealCall, updateCall, type PutCall } from './fold-calls';
import { applyCustom } from './fold-custom';
import { appendText, push, replace, withAssistant } from './fold-messages';
import { callOf, currentRun, type FoldedCall, type FoldedRun, type LogLine, type ThreadState } from './thread-state';

/** Folds one logged event into the thread. Unknown events change nothing but `seq`; a line already seen changes nothing. */
export const foldEvent = (thread: ThreadState, line: LogLine): ThreadState => createFold()(thread, line);

/** Folds many: in a long thread much faster than one by one. */
export const foldEvents = (thread: ThreadState, lines: readonly LogLine[]): ThreadState =>
  lines.reduce(createFold(), thread);

/**
 * A fold for one batch of lines. What it returns last is immutable like any thread; what it returns in between shares its
 * `calls` with the end, because copying all calls for every piece of one would take most of the time.
 */
export function createFold(): (thread: ThreadState, line: LogLine) => ThreadState {
  const putCall = createPutCall();
  return (thread, { seq, event }) => (seq <= thread.seq ? thread : { ...apply(thread, event, putCall), seq });
}

function apply(thread: ThreadState, event: AGUIEvent, putCall: PutCall): ThreadState {
  const runId = currentRun(thread)?.runId ?? '';
  switch (event.type) {
    case EventType.RUN_STARTED:
      return {
        ...thread,
        runs: [...thread.runs, { runId: event.runId, status: 'live', startedAt: event.timestamp }],
      };
    case EventType.RUN_FINISHED:
      return endRun(thread, {
        status: event.outcome?.type ?? 'success',
        endedAt: event.timestamp,
        ...(event.outcome?.type === 'interrupt' && { interrupts: event.outcome.interrupts }),
        ...(event.outcome?.type === 'success' &&
          event.outcome.pendingToolCallIds?.length && { pending: event.outcome.pendingToolCallIds }),
      });
    case EventType.RUN_ERROR:
      return endRun(thread, {
        status: 'error',
        endedAt: event.timestamp,
        error: { code: event.code ?? 'ERROR', message: event.message },
      });
    case EventType.MESSAGES_SNAPSHOT:
      return restore(thread, event.messages, runId);
    case EventType.TEXT_MESSAGE_START:
      return event.role === 'user'
        ? push(thread, { id: event.messageId, role: 'user', content: '' })
        : withAssistant(thread, event.messageId, (message) => message);
    case EventType.TEXT_MESSAGE_CONTENT:
      return replace(thread, event.messageId, (message) => appendText(message, event.delta));
    case EventType.REASONING_MESSAGE_START:
      return push(thread, { id: event.messageId, role: 'reasoning', content: '' });
    case EventType.REASONING_MESSAGE_CONTENT:
      return replace(thread, event.messageId, (message) =>
        message.role === 'reasoning' ? { ...message, content: message.content + event.delta } : message,
      );
    case EventType.REASONING_ENCRYPTED_VALUE:
      return event.subtype === 'tool-call'
        ? sealCall(thread, event.entityId, event.encryptedValue)
        : replace(thread, event.entityId, (message) =>
            message.role === 'activity' ? message : { ...message, encryptedValue: event.encryptedValue },
          );
    case EventType.TOOL_CALL_START: {
      const messageId = event.parentMessageId ?? event.toolCallId;
      const call: FoldedCall = {
        id: event.toolCallId,
        name: event.toolCallName,
        messageId,
        args: '',
        complete: false,
        runId,
        startedAt: event.timestamp,
      };
      const next = withAssistant(thread, messageId, (message) => ({
        ...message,
        toolCalls: [
          ...(message.toolCalls ?? []),
          { id: call.id, type: 'function', function: { name: call.name, arguments: '' } },
        ],
      }));
      return { ...touch(putCall(next, call), call.name), callOrder: [...next.callOrder, call.id] };
    }
    case EventType.TOOL_CALL_ARGS:
      return updateCall(thread, event.toolCallId, putCall, (call) => ({ ...call, args: call.args + event.delta }));
    case EventType.TOOL_CALL_END:
      return updateCall(thread, event.toolCallId, putCall, (call) => ({
        ...call,
        complete: true,
        endedAt: event.timestamp,
      }));
    case EventType.TOOL_CALL_RESULT: {
      const call = callOf(thread, event.toolCallId);
      if (!call || call.result) return thread;
      const result: ToolMessage = {
        id: event.messageId,
        role: 'tool',
        toolCallId: event.toolCallId,
        content: event.content,
        ...(event.metadata && { metadata: event.metadata }),
        ...(errorOf(event.metadata) && { error: errorOf(event.metadata) }),
      };
      return putCall(push(thread, result), { ...call, complete: true, result });
    }
    case EventType.CUSTOM:
      return applyCustom(thread, event.name, event.value, runId, event.timestamp);
    default:
      return thread;
  }
}

/** A tool that was called is the last to give way to others. */
function touch(thread: ThreadState, name: string): ThreadState {
  if (!thread.active?.includes(name)) return thread;
  return { ...thread, active: [...thread.active.filter((known) => known !== name), name] };
}

/** A `TOOL_CALL_RESULT` has no `error` field of its own, so the code rides in the metadata. */
function errorOf(metadata: Record<string, unknown> | undefined): string | undefined {
  const ours = metadata?.toolyard;
  if (typeof ours !== 'object' || ours === null || !('error' in ours)) return undefined;
  return typeof ours.error === 'string' ? ours.error : undefined;
}

function endRun(thread: ThreadState, end: Partial<FoldedRun>): ThreadState {
  const run = currentRun(thread);
  if (!run) return thread;
  return { ...thread, runs: [...thread.runs.slice(0, -1), { ...run, ...end }] };
}
