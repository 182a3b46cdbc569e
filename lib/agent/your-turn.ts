import type { Interrupt, Message, RunAgentInput } from '@ag-ui/core';
import { resultText } from '@/lib/models/result-text';
import type { TurnAwaited } from '@/lib/models/turn-awaited';
import { currentRun, WrittenTurnSchema, YOUR_TURN, type TurnRequest, type WrittenTurn } from '@/lib/protocol';
import { z } from 'zod';
import type { Issues } from './compare';
import { cutForLog } from './cut-result';
import type { ThreadHistory } from './history';

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

/** The turn that a person wrote for the interrupt that the thread waits at; `issues` if it is invalid. */
export function writtenTurn(
  { thread }: ThreadHistory,
  { resume }: RunAgentInput,
): { turn?: WrittenTurn; issues: Issues } {
  const asked = currentRun(thread)?.interrupts?.find(({ reason }) => reason === YOUR_TURN);
  const index = (resume ?? []).findIndex(
    ({ interruptId, status }) => interruptId === asked?.id && status === 'resolved',
  );
  const payload: unknown = resume?.[index]?.payload;
  if (payload === undefined || payload === null) return { issues: [] };
  const parsed = WrittenTurnSchema.safeParse(payload);
  if (parsed.success) return { turn: parsed.data, issues: [] };
  return {
    issues: parsed.error.issues.map(({ path, message }) => ({
      path: ['resume', index, 'payload', ...path].join('.'),
      message,
    })),
  };
}

function textOf(message: Message): string {
  if (message.role === 'tool') return resultText(message);
  if (typeof message.content === 'string') return message.content;
  if (!Array.isArray(message.content)) return '';
  return message.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}
