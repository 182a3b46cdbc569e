import type { AssistantMessage, Message } from '@ag-ui/core';
import type { ThreadState } from './thread-state';

/** Adds a message, unless there is one of that id. */
export function push(thread: ThreadState, message: Message): ThreadState {
  if (thread.messages.some((known) => known.id === message.id)) return thread;
  return { ...thread, messages: [...thread.messages, message] };
}

/** Changes a message, if there is one of that id. */
export function replace(thread: ThreadState, id: string, change: (message: Message) => Message): ThreadState {
  const index = thread.messages.findLastIndex((message) => message.id === id);
  const message = thread.messages[index];
  return message ? { ...thread, messages: thread.messages.with(index, change(message)) } : thread;
}

/** Changes what the model says, which begins now if it has not begun. */
export function withAssistant(
  thread: ThreadState,
  id: string,
  change: (message: AssistantMessage) => AssistantMessage,
): ThreadState {
  const known = push(thread, { id, role: 'assistant' });
  return replace(known, id, (message) => (message.role === 'assistant' ? change(message) : message));
}

/** What a person or the model says goes on. */
export function appendText(message: Message, delta: string): Message {
  const content = textOf(message) + delta;
  if (message.role === 'user') return { ...message, content };
  if (message.role === 'assistant') return { ...message, content };
  return message;
}

const textOf = (message: Message): string => (typeof message.content === 'string' ? message.content : '');
