import type { AssistantMessage, Message } from '@ag-ui/core';
import type { ThreadState } from '@/lib/protocol';

/** What of a thread a model is shown. */
export interface Conversation {
  /** Texts of system and developer messages, in order. */
  instructions: string[];
  /** User, assistant and tool messages; each assistant message is followed at once by its results, in call order. */
  messages: Message[];
}

/** The folded thread as providers want it. */
export function conversation(thread: ThreadState): Conversation {
  const instructions: string[] = [];
  const messages: Message[] = [];
  let said: AssistantMessage | undefined;
  const close = (): void => {
    if (said) messages.push(said, ...resultsOf(thread, said));
    said = undefined;
  };
  for (const message of thread.messages) {
    if (message.role === 'system' || message.role === 'developer') instructions.push(message.content);
    if (message.role === 'assistant' && (message.content || message.toolCalls)) said = join(said, message);
    if (message.role === 'tool') close();
    if (message.role === 'user') {
      close();
      messages.push(message);
    }
  }
  close();
  return { instructions, messages };
}

const resultsOf = (thread: ThreadState, message: AssistantMessage): Message[] =>
  (message.toolCalls ?? []).flatMap((call) => thread.calls[call.id]?.result ?? []);

/** Two assistant messages in a row are one turn to a provider. */
function join(first: AssistantMessage | undefined, second: AssistantMessage): AssistantMessage {
  if (!first) return second;
  const toolCalls = [...(first.toolCalls ?? []), ...(second.toolCalls ?? [])];
  const content = `${first.content ?? ''}${second.content ?? ''}`;
  return { ...first, content, ...(toolCalls.length > 0 && { toolCalls }) };
}
