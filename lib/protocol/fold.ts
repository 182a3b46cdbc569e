import {
  EventType,
  type AGUIEvent,
  type AssistantMessage,
  type Interrupt,
  type Message,
  type ToolMessage,
} from '@ag-ui/core';
import type { Cassette } from './cassette';
import { CustomEventSchemas, type CustomEventValue } from './custom';

/** One line of a thread's log as it crosses the wire: the SSE id and the event. */
export interface LogLine {
  seq: number;
  event: AGUIEvent;
}

/** A tool call as the log knows it. */
export interface FoldedCall {
  id: string;
  name: string;
  /** The assistant message that made it. */
  messageId: string;
  /** Argument text so far. */
  args: string;
  /** Arguments have ended. A call counts (may be run) only once its leg is over: see `pendingCalls`. */
  complete: boolean;
  runId: string;
  /** Server time of the first and last event of the call, milliseconds. */
  startedAt?: number;
  endedAt?: number;
  result?: ToolMessage;
}

export type LegStatus = 'live' | 'success' | 'interrupt' | 'cancelled' | 'error';

export interface FoldedLeg {
  runId: string;
  status: LegStatus;
  startedAt?: number;
  endedAt?: number;
  error?: { code: string; message: string };
  /** The calls it left to the hands; where it named none, that is every call without a result. */
  pending?: readonly string[];
  /** What it waits for a person to resume, where its status is `interrupt`. */
  interrupts?: readonly Interrupt[];
}

export interface FoldedTurn extends CustomEventValue<'toolyard.turn'> {
  runId: string;
}

export interface FoldedNotice {
  runId: string;
  at?: number;
  kind: 'retry' | 'guard';
  level: 'warning' | 'stop';
  message: string;
  /** Which guard, and the calls it speaks of, where one speaks. */
  guard?: string;
  callIds?: readonly string[];
}

/** A thread, folded from its log. Immutable: `foldEvent` returns a new one and shares what did not change. */
export interface ThreadState {
  seq: number;
  messages: readonly Message[];
  calls: Readonly<Record<string, FoldedCall>>;
  /** Call ids in the order the model made them. */
  callOrder: readonly string[];
  legs: readonly FoldedLeg[];
  turns: readonly FoldedTurn[];
  notices: readonly FoldedNotice[];
  /** Tools whose full form the model saw last, where it does not see all: the one used longest ago first. */
  active?: readonly string[];
  /** What the thread replays, where it replays something. */
  cassette?: Cassette;
}

export const emptyThread: ThreadState = {
  seq: 0,
  messages: [],
  calls: {},
  callOrder: [],
  legs: [],
  turns: [],
  notices: [],
};

/** The last leg, if there is one. */
export const currentLeg = (thread: ThreadState): FoldedLeg | undefined => thread.legs.at(-1);

/** Complete calls without a result, in call order, once no leg is live: what the hands have to answer. */
export function pendingCalls(thread: ThreadState): FoldedCall[] {
  const leg = currentLeg(thread);
  if (leg?.status === 'live') return [];
  const pending = leg?.pending;
  return unansweredCalls(thread).filter(({ id }) => pending === undefined || pending.includes(id));
}

/** Complete calls without a result, in call order, whatever the leg's state. */
export function unansweredCalls(thread: ThreadState): FoldedCall[] {
  return thread.callOrder.flatMap((id) => {
    const call = callOf(thread, id);
    return call && call.complete && !call.result ? [call] : [];
  });
}

/** The call of that id, if the thread has one. */
const callOf = ({ calls }: Pick<ThreadState, 'calls'>, id: string): FoldedCall | undefined =>
  Object.hasOwn(calls, id) ? calls[id] : undefined;

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

type PutCall = (thread: ThreadState, call: FoldedCall) => ThreadState;

/** Copies the calls before it first changes them, and then changes its own copy. */
function createPutCall(): PutCall {
  let own: Record<string, FoldedCall> | undefined;
  return (thread, call) => {
    if (own === undefined || thread.calls !== own) own = { ...thread.calls };
    // Not an assignment: an id may be called `__proto__`.
    Object.defineProperty(own, call.id, { value: call, enumerable: true, configurable: true, writable: true });
    return { ...thread, calls: own };
  };
}

function apply(thread: ThreadState, event: AGUIEvent, putCall: PutCall): ThreadState {
  const runId = currentLeg(thread)?.runId ?? '';
  switch (event.type) {
    case EventType.RUN_STARTED:
      return {
        ...thread,
        legs: [...thread.legs, { runId: event.runId, status: 'live', startedAt: event.timestamp }],
      };
    case EventType.RUN_FINISHED:
      return endLeg(thread, {
        status: event.outcome?.type ?? 'success',
        endedAt: event.timestamp,
        ...(event.outcome?.type === 'interrupt' && { interrupts: event.outcome.interrupts }),
        ...(event.outcome?.type === 'success' &&
          event.outcome.pendingToolCallIds?.length && { pending: event.outcome.pendingToolCallIds }),
      });
    case EventType.RUN_ERROR:
      return endLeg(thread, {
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

function applyCustom(thread: ThreadState, name: string, value: unknown, runId: string, at?: number): ThreadState {
  if (name === 'toolyard.turn') {
    const turn = CustomEventSchemas['toolyard.turn'].safeParse(value);
    return turn.success ? { ...thread, turns: [...thread.turns, { ...turn.data, runId }] } : thread;
  }
  if (name === 'toolyard.guard') {
    const guard = CustomEventSchemas['toolyard.guard'].safeParse(value);
    if (!guard.success) return thread;
    return { ...thread, notices: [...thread.notices, { runId, at, kind: 'guard', ...guard.data }] };
  }
  if (name === 'toolyard.cassette') {
    const cassette = CustomEventSchemas['toolyard.cassette'].safeParse(value);
    return cassette.success ? { ...thread, cassette: cassette.data } : thread;
  }
  if (name === 'toolyard.activation') {
    const activation = CustomEventSchemas['toolyard.activation'].safeParse(value);
    return activation.success ? { ...thread, active: activation.data.active } : thread;
  }
  if (name === 'toolyard.retry') {
    const retry = CustomEventSchemas['toolyard.retry'].safeParse(value);
    if (!retry.success) return thread;
    const message = `Attempt ${retry.data.attempt}: ${retry.data.message}`;
    return { ...thread, notices: [...thread.notices, { runId, at, kind: 'retry', level: 'warning', message }] };
  }
  return thread;
}

/** A tool that was called is the last to give way to others. */
function touch(thread: ThreadState, name: string): ThreadState {
  if (!thread.active?.includes(name)) return thread;
  return { ...thread, active: [...thread.active.filter((known) => known !== name), name] };
}

const textOf = (message: Message): string => (typeof message.content === 'string' ? message.content : '');

function appendText(message: Message, delta: string): Message {
  const content = textOf(message) + delta;
  if (message.role === 'user') return { ...message, content };
  if (message.role === 'assistant') return { ...message, content };
  return message;
}

/** A `TOOL_CALL_RESULT` has no `error` field of its own, so the code rides in the metadata. */
function errorOf(metadata: Record<string, unknown> | undefined): string | undefined {
  const ours = metadata?.toolyard;
  if (typeof ours !== 'object' || ours === null || !('error' in ours)) return undefined;
  return typeof ours.error === 'string' ? ours.error : undefined;
}

function endLeg(thread: ThreadState, end: Partial<FoldedLeg>): ThreadState {
  const leg = currentLeg(thread);
  if (!leg) return thread;
  return { ...thread, legs: [...thread.legs.slice(0, -1), { ...leg, ...end }] };
}

function push(thread: ThreadState, message: Message): ThreadState {
  if (thread.messages.some((known) => known.id === message.id)) return thread;
  return { ...thread, messages: [...thread.messages, message] };
}

function replace(thread: ThreadState, id: string, change: (message: Message) => Message): ThreadState {
  const index = thread.messages.findLastIndex((message) => message.id === id);
  const message = thread.messages[index];
  return message ? { ...thread, messages: thread.messages.with(index, change(message)) } : thread;
}

function withAssistant(
  thread: ThreadState,
  id: string,
  change: (message: AssistantMessage) => AssistantMessage,
): ThreadState {
  const known = push(thread, { id, role: 'assistant' });
  return replace(known, id, (message) => (message.role === 'assistant' ? change(message) : message));
}

/** What a provider wants back with a call stays with the message that made it. */
function sealCall(thread: ThreadState, id: string, encryptedValue: string): ThreadState {
  const call = callOf(thread, id);
  if (!call) return thread;
  return replace(thread, call.messageId, (message) =>
    message.role === 'assistant'
      ? {
          ...message,
          toolCalls: message.toolCalls?.map((known) => (known.id === id ? { ...known, encryptedValue } : known)),
        }
      : message,
  );
}

function updateCall(
  thread: ThreadState,
  id: string,
  putCall: PutCall,
  change: (call: FoldedCall) => FoldedCall,
): ThreadState {
  const call = callOf(thread, id);
  if (!call) return thread;
  const next = change(call);
  const changed = putCall(thread, next);
  if (next.args === call.args) return changed;
  return replace(changed, call.messageId, (message) =>
    message.role === 'assistant'
      ? {
          ...message,
          toolCalls: message.toolCalls?.map((known) =>
            known.id === id ? { ...known, function: { ...known.function, arguments: next.args } } : known,
          ),
        }
      : message,
  );
}

/** A snapshot is the whole truth about messages: what a dead attempt half said is gone afterwards. */
function restore(thread: ThreadState, messages: readonly Message[], runId: string): ThreadState {
  const calls = new Map<string, FoldedCall>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const { id, function: fn } of message.toolCalls ?? []) {
        const known = callOf(thread, id) ?? { id, name: fn.name, messageId: message.id, runId };
        calls.set(id, { ...known, args: fn.arguments, complete: true, result: undefined });
      }
    } else if (message.role === 'tool') {
      const call = calls.get(message.toolCallId);
      if (call) calls.set(message.toolCallId, { ...call, result: message });
    }
  }
  return { ...thread, messages, calls: Object.fromEntries(calls), callOrder: [...calls.keys()] };
}
