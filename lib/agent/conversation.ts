import type { AssistantMessage, Message, ReasoningMessage, ToolMessage } from '@ag-ui/core';
import { callOf, type Language, type ThreadState } from '@/lib/protocol';
import { warningText } from './guard';

/** What of a thread a model is shown. */
export interface ModelConversation {
  /** Texts of system and developer messages, in order. */
  instructions: string[];
  /**
   * User, assistant and tool messages, and sealed thoughts before what was said after them, or is to be said; each assistant message with calls is
   * followed at once by its results, in call order.
   */
  messages: Message[];
}

/** What comes before the last beginning is told the same in every turn after it. `upTo`: messages of the thread that are in it. */
interface Settled extends ModelConversation {
  upTo: number;
}

/** By the thread's list of messages, which grows at its end. */
const settledOf = new WeakMap<readonly Message[], Settled>();

/** The folded thread as providers want it, with what a guard said to the model, in `language`, after the last call that it speaks of. */
export function conversation(thread: ThreadState, language?: Language): ModelConversation {
  const warnings = warningsOf(thread, language);
  const settled = settledOf.get(thread.messages) ?? { upTo: 0, instructions: [], messages: [] };
  const spoken = lastBeginning(thread.messages);
  if (spoken > settled.upTo) {
    const more = told(thread, settled.upTo, spoken, warnings);
    for (const text of more.instructions) settled.instructions.push(text);
    for (const message of more.messages) settled.messages.push(message);
    settled.upTo = spoken;
    settledOf.set(thread.messages, settled);
  }
  const now = told(thread, settled.upTo, thread.messages.length, warnings);
  return {
    instructions: [...settled.instructions, ...now.instructions],
    messages: [...settled.messages, ...now.messages],
  };
}

/** Where a person spoke last, or what came after results began: nothing before it changes any more. */
const lastBeginning = (messages: readonly Message[]): number =>
  messages.findLastIndex(
    ({ role }, index) => role === 'user' || (role !== 'tool' && messages[index - 1]?.role === 'tool'),
  );

/** A part of it that begins there, or with the thread. */
function told(thread: ThreadState, from: number, to: number, warnings: ReadonlyMap<string, string>): ModelConversation {
  const instructions: string[] = [];
  const messages: Message[] = [];
  let said: AssistantMessage | undefined;
  let thoughts: ReasoningMessage[] = [];
  const close = (): void => {
    const whole = said && answered(thread, said);
    if (whole) messages.push(...thoughts, whole, ...resultsOf(thread, whole, warnings));
    if (said) thoughts = [];
    said = undefined;
  };
  const think = (thought: ReasoningMessage): void => {
    // Between text and calls of one turn: what was called came after the thought.
    if (said?.content) {
      messages.push(...thoughts, { id: said.id, role: 'assistant', content: said.content });
      said = said.toolCalls && { ...said, content: '' };
      thoughts = [];
    }
    thoughts.push(thought);
  };
  for (const message of thread.messages.slice(from, to)) {
    if (message.role === 'system' || message.role === 'developer') instructions.push(message.content);
    if (message.role === 'assistant' && (message.content || message.toolCalls)) said = join(said, message);
    if (message.role === 'reasoning' && message.encryptedValue !== undefined) think(message);
    if (message.role === 'tool') close();
    if (message.role === 'user') {
      close();
      thoughts = [];
      messages.push(message);
    }
  }
  close();
  // A turn that was paused before a word of it was said goes on from there.
  if (to === thread.messages.length) messages.push(...thoughts);
  return { instructions, messages };
}

/** A call without a result is one whose entries cannot be read: providers refuse a conversation that has one. */
function answered(thread: ThreadState, whole: AssistantMessage): AssistantMessage | undefined {
  const { toolCalls, ...message } = whole;
  const calls = toolCalls?.filter(({ id }) => callOf(thread, id)?.result);
  // The same message in each turn: adapters know what they made of it.
  if (calls?.length) return calls.length === toolCalls?.length ? whole : { ...message, toolCalls: calls };
  return message.content ? message : undefined;
}

const resultsOf = (
  thread: ThreadState,
  message: AssistantMessage,
  warnings: ReadonlyMap<string, string>,
): ToolMessage[] =>
  (message.toolCalls ?? []).flatMap(({ id }) => {
    const result = callOf(thread, id)?.result;
    const warning = warnings.get(id);
    return !result ? [] : warning === undefined ? result : withText(result, warning);
  });

/** Warnings by the call after which they were given. */
function warningsOf({ notices }: ThreadState, language?: Language): ReadonlyMap<string, string> {
  const warnings = new Map<string, string>();
  for (const { level, message, callIds } of notices) {
    const last = callIds?.at(-1);
    if (level === 'warning' && last !== undefined)
      warnings.set(last, (warnings.get(last) ?? '') + warningText(message, language));
  }
  return warnings;
}

const withText = (result: ToolMessage, text: string): ToolMessage => ({
  ...result,
  content:
    typeof result.content === 'string'
      ? result.content + text
      : [...result.content, { type: 'text', text: text.trim() }],
});

/** Two assistant messages in a row are one turn to a provider. */
function join(first: AssistantMessage | undefined, second: AssistantMessage): AssistantMessage {
  if (!first) return second;
  const toolCalls = [...(first.toolCalls ?? []), ...(second.toolCalls ?? [])];
  const content = `${first.content ?? ''}${second.content ?? ''}`;
  return { ...first, content, ...(toolCalls.length > 0 && { toolCalls }) };
}
