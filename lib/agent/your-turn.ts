import type { Message, Interrupt } from '@ag-ui/core';
import { WrittenTurnSchema, YOUR_TURN, type TurnRequest } from '@/lib/protocol';
import { resultText } from '@/lib/models/sent-calls';
import type { TurnAwaited } from '@/lib/models/model';
import { z } from 'zod';
import { cutForLog } from './validate-input';

/** Longest text of one piece of news in an interrupt, in bytes; the conversation has the whole of it. */
const NEWS_LIMIT = 4_000;

const RESPONSE = z.toJSONSchema(WrittenTurnSchema, { io: 'input' });

/** The interrupt that ends a run if a person plays the model: what the model would be sent, and the form of the answer. */
export function askForTurn(runId: string, { request }: TurnAwaited): Interrupt {
  const { system, messages, tools } = request;
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const toolyard: TurnRequest = {
    system,
    tools: tools.map(({ name }) => name),
    news: messages
      .slice(last + 1)
      .map((message) => ({ from: message.role, text: cutForLog(textOf(message), NEWS_LIMIT) })),
  };
  return {
    id: `${runId}:your-turn`,
    reason: YOUR_TURN,
    message: 'You are the model: write the next turn.',
    responseSchema: RESPONSE,
    metadata: { toolyard },
  };
}

function textOf(message: Message): string {
  if (message.role === 'tool') return resultText(message);
  if (typeof message.content === 'string') return message.content;
  if (!Array.isArray(message.content)) return '';
  return message.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}
