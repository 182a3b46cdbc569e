import type { Message, RunAgentInput, ToolMessage, UserMessage } from '@ag-ui/core';
import { callOf, type Problem } from '@/lib/protocol';
import type { ThreadHistory } from './history';

export type Issues = NonNullable<Problem['issues']>;

/** What a request brings that the log does not have yet. */
export interface News {
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

/** Most calls without a result that an imported history may have, since each is settled by an event of its own. */
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
