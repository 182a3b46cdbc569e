import { EventType, type AGUIEvent, type Message } from '@ag-ui/core';
import { createFold, CustomEventSchemas, emptyThread, type LogLine, type ThreadState } from '@/lib/protocol';

/** What the brain knows of a thread, folded from its log. Immutable, like the thread inside it. */
export interface History {
  thread: ThreadState;
  /** Ids of messages and calls that were logged once and withdrawn by a snapshot. Clients may still send them back. */
  withdrawn: ReadonlySet<string>;
  /** Model turns since a person last spoke, or let the agent go on. */
  turns: number;
  /** Tokens the whole thread has used, input and output together. */
  tokens: number;
}

export const emptyHistory: History = { thread: emptyThread, withdrawn: new Set(), turns: 0, tokens: 0 };

/** Folds log entries; an entry already seen changes nothing. */
export function foldHistory(history: History, lines: readonly LogLine[]): History {
  const fold = createFold();
  return lines.reduce((before, line) => note(before, fold(before.thread, line), line), history);
}

function note(history: History, thread: ThreadState, { event }: LogLine): History {
  if (thread === history.thread) return history;
  if (event.type === EventType.MESSAGES_SNAPSHOT) return withdraw(history, thread);
  if (letsGoOn(event)) return { ...history, thread, turns: 0 };
  if (event.type === EventType.CUSTOM && event.name === 'toolyard.turn') {
    const turn = CustomEventSchemas['toolyard.turn'].safeParse(event.value);
    if (!turn.success) return { ...history, thread };
    const tokens = history.tokens + turn.data.inputTokens + turn.data.outputTokens;
    return { ...history, thread, turns: history.turns + 1, tokens };
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
  return { ...history, thread, withdrawn, turns: spoken ? 0 : history.turns };
}

/** Ids of messages and of the calls in them. */
export const idsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    message.role === 'assistant' ? [message.id, ...(message.toolCalls ?? []).map((call) => call.id)] : [message.id],
  );
