import type { Message, RunAgentInput, ToolMessage, UserMessage, ContentPart, Metadata, Interrupt } from '@ag-ui/core';
import {
  callOf,
  type Problem,
  RESULT_METADATA_LIMIT,
  RESULT_TEXT_LIMIT,
  currentRun,
  WrittenTurnSchema,
  YOUR_TURN,
  type TurnRequest,
  type WrittenTurn,
} from '@/lib/protocol';
import type { ThreadHistory } from './history';
import { resultText } from '@/lib/models/sent-calls';
import type { TurnAwaited } from '@/lib/models/model';
import { z } from 'zod';

export type Issues = NonNullable<Problem['issues']>;

/** What a request brings that the log does not have yet. */
interface News {
  users: UserMessage[];
  /** For calls without a result, in call order, one for each. */
  results: ToolMessage[];
  issues: Issues;
}

/** Compares the client's history with the log, by message id and call id. If both have an entry, the log wins. */
export function compareInput(history: ThreadHistory, input: RunAgentInput): News {
  const { thread, withdrawn } = history;
  /** Ids that this request has brought so far. */
  const brought = new Set<string>();
  const known = (id: string): boolean => brought.has(id) || history.hasMessage(id);
  const users: UserMessage[] = [];
  const results = new Map<string, ToolMessage>();
  const issues: Issues = [];

  for (const [index, message] of input.messages.entries()) {
    const refuse = (field: string, why: string): unknown =>
      issues.push({ path: `messages.${index}.${field}`, message: why });
    if (message.role === 'tool') {
      const { toolCallId, id } = message;
      const call = callOf(thread, toolCallId);
      if (!call && !withdrawn.has(toolCallId)) refuse('toolCallId', `No call ${toolCallId} was ever made`);
      if (!call || call.result || results.has(toolCallId)) continue;
      if (known(id)) refuse('id', `Message ${id} is already another message of this thread`);
      brought.add(id);
      results.set(toolCallId, message);
    } else if (!known(message.id) && !withdrawn.has(message.id)) {
      if (message.role === 'user') users.push(message);
      else if (!decoration(message)) refuse('role', `A new ${message.role} message is only taken on an empty thread`);
      brought.add(message.id);
    }
  }
  return { users, results: thread.callOrder.slice(thread.answered).flatMap((id) => results.get(id) ?? []), issues };
}

/** Messages that are not part of the conversation: clients keep their own, so the log can ignore them. */
const decoration = (message: Message): boolean => message.role === 'activity' || message.role === 'reasoning';

/** Most calls without a result that an imported history may have, since each gets its result in an event of its own. */
const MOST_OPEN = 1_000;

/** What is wrong with a history that a client brings to an empty thread. */
export function checkImport(messages: readonly Message[]): Issues {
  const issues: Issues = [];
  const ids = new Set<string>();
  const calls = new Map<string, 'open' | 'answered'>();
  for (const [index, message] of messages.entries()) {
    const refuse = (field: string, why: string): unknown =>
      issues.push({ path: `messages.${index}.${field}`, message: why });
    if (ids.has(message.id)) refuse('id', `Message ${message.id} is there twice`);
    ids.add(message.id);
    if (message.role === 'assistant') {
      for (const call of message.toolCalls ?? []) {
        if (calls.has(call.id)) refuse('toolCalls', `Call ${call.id} is there twice`);
        calls.set(call.id, 'open');
      }
    }
    if (message.role === 'tool') {
      const state = calls.get(message.toolCallId);
      if (!state) refuse('toolCallId', `No call ${message.toolCallId} was made before`);
      if (state === 'answered') refuse('toolCallId', `Call ${message.toolCallId} is answered twice`);
      calls.set(message.toolCallId, 'answered');
    }
  }
  const open = [...calls.values()].filter((state) => state === 'open').length;
  if (open > MOST_OPEN)
    issues.push({ path: 'messages', message: `${open} calls have no result; at most ${MOST_OPEN} may` });
  return issues;
}

/** Longest base64 text of one image or file in a result, in characters. */
const MEDIA_LIMIT = 2 * 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A tool message cut to the limits of the log, with its error code moved to where a `TOOL_CALL_RESULT` can carry it. */
export function cutResult(message: ToolMessage): ToolMessage {
  const { metadata: whole, ...rest } = message;
  const metadata = cutMetadata(withError(message, whole));
  return { ...rest, content: cutContent(message.content), ...(metadata && { metadata }) };
}

/** Text of at most `limit` bytes of UTF-8; if it was cut, the last line says how much is missing. */
export function cutForLog(text: string, limit: number): string {
  if (isShort(text, limit)) return text;
  const bytes = encoder.encode(text);
  if (bytes.length <= limit) return text;
  const note = (left: number): string => `\n[${left} bytes left out: the result was over ${limit} bytes]`;
  const room = Math.max(0, limit - encoder.encode(note(bytes.length)).length);
  // A character cut in half decodes to U+FFFD, which is removed too.
  const head = decoder.decode(bytes.subarray(0, room)).replace(/\uFFFD+$/, '');
  return head + note(bytes.length - encoder.encode(head).length);
}

function cutContent(content: ToolMessage['content']): ToolMessage['content'] {
  if (typeof content === 'string') return cutForLog(content, RESULT_TEXT_LIMIT);
  let room = RESULT_TEXT_LIMIT;
  return content.map((part): ContentPart => {
    if (part.type === 'text') {
      const text = cutForLog(part.text, room);
      room = Math.max(0, room - encoder.encode(text).length);
      return { ...part, text };
    }
    const { source } = part;
    if (source.type !== 'data' || source.value.length <= MEDIA_LIMIT) return part;
    return { type: 'text', text: `[${part.type} left out: ${source.value.length} characters]` };
  });
}

function withError({ error }: ToolMessage, metadata: Metadata | undefined): Metadata | undefined {
  if (error === undefined) return metadata;
  const ours: unknown = metadata?.toolyard;
  return { ...metadata, toolyard: { ...(typeof ours === 'object' ? ours : {}), success: false, error } };
}

/** Keeps as much as fits and drops the least important fields first. */
function cutMetadata(metadata: Metadata | undefined): Metadata | undefined {
  if (!metadata || fits(metadata)) return metadata;
  const { toolyard } = metadata;
  if (typeof toolyard !== 'object' || toolyard === null) return undefined;
  const kept: Record<string, unknown> = { ...toolyard };
  for (const key of ['details', 'structuredContent', 'diff', 'issues', 'denial']) {
    delete kept[key];
    if (fits({ toolyard: kept })) return { toolyard: kept };
  }
  const { success, error } = kept;
  return fits({ success, error }) ? { toolyard: { success, error } } : undefined;
}

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const isShort = (text: string, limit: number): boolean => 3 * text.length <= limit;

function fits(value: unknown): boolean {
  const text = JSON.stringify(value);
  return isShort(text, RESULT_METADATA_LIMIT) || encoder.encode(text).length <= RESULT_METADATA_LIMIT;
}

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
