import type { ContentPart, Message, ToolCall as ApiCall } from '@ag-ui/core';
import type { SettledCall } from '../dispatch';
import type { SpokenTurn } from './model-turn';

export const userMessage = (content: string): Message => ({ id: crypto.randomUUID(), role: 'user', content });

/** A turn as the conversation keeps it. */
export function assistantMessage({ text, calls }: Pick<SpokenTurn, 'text' | 'calls'>): Message {
  const toolCalls = calls.map(({ id, name, args }): ApiCall => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  return {
    id: crypto.randomUUID(),
    role: 'assistant',
    ...(text !== '' && { content: text }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

/** A result as the model reads it: text, images, and the code of a failure. */
export function toolMessage({ callId, result: { text, content = [], error } }: SettledCall): Message {
  const images = content.flatMap((part): ContentPart[] =>
    part.type === 'image'
      ? [{ type: 'image', source: { type: 'data', value: part.data, mimeType: part.mimeType } }]
      : [],
  );
  return {
    id: crypto.randomUUID(),
    role: 'tool',
    toolCallId: callId,
    content: images.length > 0 ? [{ type: 'text', text }, ...images] : text,
    ...(error && { error }),
  };
}
