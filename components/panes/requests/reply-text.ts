import { parseJson } from '@/lib/protocol';
import { z } from 'zod';

const MessagesEvent = z.object({
  type: z.literal('content_block_delta'),
  delta: z.object({ type: z.literal('text_delta'), text: z.string() }),
});
const CompletionsChunk = z.object({
  choices: z.tuple([z.object({ delta: z.object({ content: z.string() }) })], z.unknown()),
});

/** The text of a streamed answer as the model wrote it, including calls in a dialect. */
export const replyText = (response: string): string =>
  response
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => textIn(line.slice('data:'.length)))
    .join('');

function textIn(data: string): string {
  const event = parseJson(MessagesEvent, data);
  if (event.ok) return event.value.delta.text;
  const chunk = parseJson(CompletionsChunk, data);
  return chunk.ok ? chunk.value.choices[0].delta.content : '';
}
