import { EventType, type AGUIEvent, type ReasoningEncryptedValueEvent, type ToolMessage } from '@ag-ui/core';
import { CustomEventSchemas } from './custom-events';
import { appendText, FoldedCalls, FoldedList, FoldedMessages } from './fold-lists';
import {
  type FoldedCall,
  type FoldedNotice,
  type FoldedRun,
  type FoldedTurn,
  type LogLine,
  type ThreadState,
} from './thread-state';

/** Folds one logged event into the thread. Unknown events only change `seq`; a line that was already seen changes nothing. */
export const foldEvent = (thread: ThreadState, line: LogLine): ThreadState => foldEvents(thread, [line]);

/** Folds many lines: much faster than one by one in a long thread. Does not modify the given thread. */
export function foldEvents(thread: ThreadState, lines: readonly LogLine[]): ThreadState {
  const fold = new ThreadFold(thread);
  for (const line of lines) fold.add(line);
  return fold.thread.seq === thread.seq ? thread : fold.thread;
}

/**
 * A thread that is being folded: the cost of a line does not depend on the length of the thread. Does not modify the thread it
 * starts from: what changes is copied once, before its first change.
 */
export class ThreadFold {
  readonly messages: FoldedMessages;
  readonly #calls: FoldedCalls;
  /** Everything else, except the number of the last line. */
  #state: ThreadState;
  #seq: number;
  readonly #runs: FoldedList<FoldedRun>;
  readonly #turns: FoldedList<FoldedTurn>;
  readonly #notices: FoldedList<FoldedNotice>;
  /** The thread as last returned, if nothing has changed since. */
  #thread: ThreadState | undefined;

  constructor(thread: ThreadState) {
    this.messages = new FoldedMessages(thread.messages);
    this.#calls = new FoldedCalls(thread);
    this.#runs = new FoldedList(thread.runs);
    this.#turns = new FoldedList(thread.turns);
    this.#notices = new FoldedList(thread.notices);
    this.#state = thread;
    this.#seq = thread.seq;
  }

  get turns(): readonly FoldedTurn[] {
    return this.#turns.list;
  }

  /** The thread as it is now. Its lists change with the next line. */
  get thread(): ThreadState {
    this.#thread ??= {
      ...this.#state,
      ...this.#calls.state,
      seq: this.#seq,
      messages: this.messages.list,
      runs: this.#runs.list,
      turns: this.#turns.list,
      notices: this.#notices.list,
    };
    return this.#thread;
  }

  /** Whether the line was new. */
  add({ seq, event }: LogLine): boolean {
    if (seq <= this.#seq) return false;
    this.#apply(event);
    this.#seq = seq;
    this.#thread = undefined;
    return true;
  }

  #apply(event: AGUIEvent): void {
    const { messages } = this;
    switch (event.type) {
      case EventType.RUN_STARTED:
        this.#runs.push({ runId: event.runId, status: 'live', startedAt: event.timestamp });
        return;
      case EventType.RUN_FINISHED:
        this.#endRun({
          status: event.outcome?.type ?? 'success',
          endedAt: event.timestamp,
          ...(event.outcome?.type === 'interrupt' && { interrupts: event.outcome.interrupts }),
          ...(event.outcome?.type === 'success' &&
            event.outcome.pendingToolCallIds?.length && { pending: event.outcome.pendingToolCallIds }),
        });
        return;
      case EventType.RUN_ERROR: {
        const { code = 'ERROR', message, timestamp } = event;
        this.#endRun({ status: 'error', endedAt: timestamp, error: { code, message } });
        return;
      }
      case EventType.MESSAGES_SNAPSHOT:
        messages.restore(event.messages);
        this.#calls.restore(event.messages, this.#runId);
        return;
      case EventType.TEXT_MESSAGE_START:
        if (event.role === 'user') messages.push({ id: event.messageId, role: 'user', content: '' });
        else messages.changeAssistant(event.messageId, () => undefined);
        return;
      case EventType.TEXT_MESSAGE_CONTENT:
        messages.change(event.messageId, (message) => appendText(message, event.delta));
        return;
      case EventType.REASONING_MESSAGE_START:
        messages.push({ id: event.messageId, role: 'reasoning', content: '' });
        return;
      case EventType.REASONING_MESSAGE_CONTENT:
        messages.change(event.messageId, (message) => {
          if (message.role === 'reasoning') message.content += event.delta;
        });
        return;
      case EventType.REASONING_ENCRYPTED_VALUE:
        this.#seal(event);
        return;
      case EventType.CUSTOM:
        this.#custom(event.name, event.value, event.timestamp);
        return;
      default:
        this.#applyCall(event);
    }
  }

  #applyCall(event: AGUIEvent): void {
    switch (event.type) {
      case EventType.TOOL_CALL_START: {
        const { toolCallId: id, toolCallName: name, parentMessageId: messageId = id, timestamp: startedAt } = event;
        const call: FoldedCall = { id, name, messageId, args: '', complete: false, runId: this.#runId, startedAt };
        this.messages.addCall(messageId, { id, type: 'function', function: { name, arguments: '' } });
        this.#calls.make(call);
        this.#touch(name);
        return;
      }
      case EventType.TOOL_CALL_ARGS: {
        const call = this.#calls.get(event.toolCallId);
        if (!call || event.delta === '') return;
        const args = call.args + event.delta;
        this.#calls.put({ ...call, args });
        this.messages.changeCall(call.messageId, call.id, (known) => ({
          ...known,
          function: { ...known.function, arguments: args },
        }));
        return;
      }
      case EventType.TOOL_CALL_END: {
        const call = this.#calls.get(event.toolCallId);
        if (call) this.#calls.put({ ...call, complete: true, endedAt: event.timestamp });
        return;
      }
      case EventType.TOOL_CALL_RESULT: {
        const call = this.#calls.get(event.toolCallId);
        if (!call || call.result) return;
        const error = errorOf(event.metadata);
        const result: ToolMessage = {
          id: event.messageId,
          role: 'tool',
          toolCallId: event.toolCallId,
          content: event.content,
          ...(event.metadata && { metadata: event.metadata }),
          ...(error && { error }),
        };
        this.messages.push(result);
        this.#calls.put({ ...call, complete: true, result });
      }
    }
  }

  /** Keeps a provider's encrypted value with the message or call that it belongs to. */
  #seal({ subtype, entityId, encryptedValue }: ReasoningEncryptedValueEvent): void {
    if (subtype === 'tool-call') {
      const call = this.#calls.get(entityId);
      if (call) this.messages.changeCall(call.messageId, entityId, (known) => ({ ...known, encryptedValue }));
      return;
    }
    this.messages.change(entityId, (message) => {
      if (message.role !== 'activity') message.encryptedValue = encryptedValue;
    });
  }

  #custom(name: string, value: unknown, at: number | undefined): void {
    const { turn, notice, ...rest } = customChange(name, value, { runId: this.#runId, at });
    if (turn) this.#turns.push(turn);
    if (notice) this.#notices.push(notice);
    this.#state = { ...this.#state, ...rest };
  }

  /** Moves a called tool to the end of `active`: it is evicted last. */
  #touch(name: string): void {
    const { active } = this.#state;
    if (!active?.includes(name)) return;
    this.#state = { ...this.#state, active: [...active.filter((known) => known !== name), name] };
  }

  #endRun(end: Partial<FoldedRun>): void {
    const run = this.#runs.list.at(-1);
    if (run) this.#runs.replaceLast({ ...run, ...end });
  }

  get #runId(): string {
    return this.#runs.list.at(-1)?.runId ?? '';
  }
}

/** A `TOOL_CALL_RESULT` has no `error` field of its own, so its metadata carries the code. */
function errorOf(metadata: Record<string, unknown> | undefined): string | undefined {
  const ours = metadata?.toolyard;
  if (typeof ours !== 'object' || ours === null || !('error' in ours)) return undefined;
  return typeof ours.error === 'string' ? ours.error : undefined;
}

/** What one of our own events changes. */
type Change = { turn?: FoldedTurn; notice?: FoldedNotice } & Pick<ThreadState, 'cassette' | 'active'>;

/** The change that one of our own events makes; none if its value does not fit its schema. */
function customChange(name: string, value: unknown, when: Pick<FoldedNotice, 'runId' | 'at'>): Change {
  switch (name) {
    case 'toolyard.turn': {
      const turn = CustomEventSchemas[name].safeParse(value);
      return turn.success ? { turn: { ...turn.data, runId: when.runId } } : {};
    }
    case 'toolyard.guard': {
      const guard = CustomEventSchemas[name].safeParse(value);
      return guard.success ? { notice: { ...when, kind: 'guard', ...guard.data } } : {};
    }
    case 'toolyard.cassette': {
      const cassette = CustomEventSchemas[name].safeParse(value);
      return cassette.success ? { cassette: cassette.data } : {};
    }
    case 'toolyard.activation': {
      const activation = CustomEventSchemas[name].safeParse(value);
      return activation.success ? { active: activation.data.active } : {};
    }
    case 'toolyard.unreadable': {
      const lost = CustomEventSchemas[name].safeParse(value);
      if (!lost.success) return {};
      const message = `Entry ${lost.data.seq} of the conversation’s log cannot be read and is left out: ${lost.data.reason}`;
      return { notice: { ...when, kind: 'guard', guard: 'log:unreadable', level: 'warning', message } };
    }
    case 'toolyard.retry': {
      const retry = CustomEventSchemas[name].safeParse(value);
      if (!retry.success) return {};
      const message = `Attempt ${retry.data.attempt}: ${retry.data.message}`;
      return { notice: { ...when, kind: 'retry', level: 'warning', message } };
    }
    default:
      return {};
  }
}
