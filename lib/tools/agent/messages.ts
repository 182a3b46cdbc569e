import type { Message, ToolCall as ApiCall } from '@ag-ui/core';
import type { ResolvedCall } from '../dispatch';
import { messageContent } from '../result-message';
import type { SpokenCall, SpokenTurn } from './model-turn';

export const userMessage = (content: string): Message => ({ id: crypto.randomUUID(), role: 'user', content });

/** A turn as the conversation keeps it: sealed thoughts where they were, and what was said and called. */
export function turnMessages({ text, thoughts, calls, stop }: SpokenTurn): Message[] {
  const silent = text === '' && calls.length === 0;
  // A turn that was paused before a word of it was said goes on from its thoughts.
  if (silent && stop !== 'pause') return [];
  const messages: Message[] = [];
  let said = 0;
  for (const { before, text: content, sealed } of thoughts) {
    if (before.length > said) messages.push(assistantMessage(before.slice(said)));
    said = before.length;
    messages.push({ id: crypto.randomUUID(), role: 'reasoning', content, encryptedValue: sealed });
  }
  const rest = text.slice(said);
  return rest === '' && calls.length === 0 ? messages : [...messages, assistantMessage(rest, calls)];
}

function assistantMessage(text: string, calls: readonly SpokenCall[] = []): Message {
  const toolCalls = calls.map(({ id, name, args, sealed }): ApiCall => ({
    id,
    type: 'function',
    function: { name, arguments: args },
    ...(sealed !== undefined && { encryptedValue: sealed }),
  }));
  return {
    id: crypto.randomUUID(),
    role: 'assistant',
    ...(text !== '' && { content: text }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

/** A result as the model reads it: text, images, and the code of a failure. */
export const toolMessage = ({ callId, result: { text, content, error } }: ResolvedCall): Message => ({
  id: crypto.randomUUID(),
  role: 'tool',
  toolCallId: callId,
  content: messageContent(text, content),
  ...(error && { error }),
});
