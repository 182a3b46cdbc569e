import { EventType, type AGUIEvent, type Message } from '@ag-ui/core';
import { parsePartialJson } from '@/lib/schema';
import { createFold, CustomEventSchemas, emptyThread, isWhole, type LogLine, type ThreadState } from '@/lib/protocol';

/** What the agent loop knows of a thread, folded from its log. Immutable, like the thread inside it. */
export interface History {
  thread: ThreadState;
  /** Ids of messages and calls that were logged once and withdrawn by a snapshot. Clients may still send them back. */
  withdrawn: ReadonlySet<string>;
  /** Model turns since a person last spoke, or let the agent go on. */
  turns: number;
  /** Calls there were by then. */
  callsBefore: number;
  /** Tokens the whole thread has used, input and output together. */
  tokens: number;
  /** Calls that the model had no room to finish: their arguments are not all there. */
  cut: ReadonlySet<string>;
}

export const emptyHistory: History = {
  thread: emptyThread,
  withdrawn: new Set(),
  turns: 0,
  callsBefore: 0,
  tokens: 0,
  cut: new Set(),
};

/** Folds log entries; an entry already seen changes nothing. */
export function foldHistory(history: History, lines: readonly LogLine[]): History {
  const fold = createFold();
  return lines.reduce((before, line) => note(before, fold(before.thread, line), line), history);
}

function note(history: History, thread: ThreadState, { event }: LogLine): History {
  if (thread === history.thread) return history;
  if (event.type === EventType.MESSAGES_SNAPSHOT) return withdraw(history, thread);
  if (letsGoOn(event)) return { ...history, thread, turns: 0, callsBefore: thread.callOrder.length };
  if (event.type === EventType.CUSTOM && event.name === 'toolyard.turn') {
    const turn = CustomEventSchemas['toolyard.turn'].safeParse(event.value);
    if (!turn.success) return { ...history, thread };
    const { stop, inputTokens, outputTokens } = turn.data;
    const tokens = history.tokens + inputTokens + outputTokens;
    const turns = history.turns + (isWhole({ stop }) ? 1 : 0);
    return {
      ...history,
      thread,
      turns,
      tokens,
      cut: stop === 'max_tokens' || stop === 'context_exceeded' ? withCut(history) : history.cut,
    };
  }
  return { ...history, thread };
}

const letsGoOn = (event: AGUIEvent): boolean =>
  (event.type === EventType.TEXT_MESSAGE_START && event.role === 'user') ||
  (event.type === EventType.RUN_FINISHED && event.outcome?.type === 'interrupt');

function withdraw(history: History, thread: ThreadState): History {
  const before = idsOf(history.thread.messages);
  const after = idsOf(thread.messages);
  const withdrawn = new Set([...history.withdrawn, ...before.filter((id) => !after.includes(id))]);
  const last = thread.messages.at(-1);
  const spoken = last?.role === 'user' && !before.includes(last.id);
  const calls = thread.callOrder.length;
  return spoken
    ? { ...history, thread, withdrawn, turns: 0, callsBefore: calls }
    : { ...history, thread, withdrawn, callsBefore: Math.min(history.callsBefore, calls) };
}

/** The last call of a turn that ran out of room, where its arguments end in the middle. */
function withCut({ thread, cut }: History): ReadonlySet<string> {
  const last = thread.callOrder.at(-1);
  const call = last === undefined ? undefined : thread.calls[last];
  if (last === undefined || !call || call.result || parsePartialJson(call.args).state === 'complete') return cut;
  return new Set([...cut, last]);
}

/** Ids of messages and of the calls in them. */
export const idsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    message.role === 'assistant' ? [message.id, ...(message.toolCalls ?? []).map((call) => call.id)] : [message.id],
  );
