import type { AssistantMessage, Message, ReasoningMessage, ToolMessage, Context } from '@ag-ui/core';
import { callOf, type Language, type ThreadState, type AgentOptions, type PermissionMode } from '@/lib/protocol';
import { warningText } from './guard';

/** The part of a thread that is sent to the model. */
interface ModelConversation {
  /** Texts of system and developer messages, in order. */
  instructions: string[];
  /**
   * User, assistant and tool messages, and sealed thoughts before what they led to. Each assistant message with calls is
   * followed directly by its results, in call order.
   */
  messages: Message[];
}

/** The part of a conversation that later turns do not change. `upTo`: how many of the thread's messages it covers. */
interface Unchanging extends ModelConversation {
  upTo: number;
}

/** Keyed by the thread's list of messages, which only grows at its end. */
const unchangingOf = new WeakMap<readonly Message[], Unchanging>();

/**
 * The folded thread in the form that providers expect. A guard's warnings, in `language`, follow the last call they are
 * about.
 */
export function conversation(thread: ThreadState, language?: Language): ModelConversation {
  const warnings = warningsOf(thread, language);
  const unchanging = unchangingOf.get(thread.messages) ?? { upTo: 0, instructions: [], messages: [] };
  const spoken = lastBeginning(thread.messages);
  if (spoken > unchanging.upTo) {
    const more = converted(thread, unchanging.upTo, spoken, warnings);
    for (const text of more.instructions) unchanging.instructions.push(text);
    for (const message of more.messages) unchanging.messages.push(message);
    unchanging.upTo = spoken;
    unchangingOf.set(thread.messages, unchanging);
  }
  const now = converted(thread, unchanging.upTo, thread.messages.length, warnings);
  return {
    instructions: [...unchanging.instructions, ...now.instructions],
    messages: [...unchanging.messages, ...now.messages],
  };
}

/** Where a person last spoke, or where the first message after results is: nothing before it changes any more. */
const lastBeginning = (messages: readonly Message[]): number =>
  messages.findLastIndex(
    ({ role }, index) => role === 'user' || (role !== 'tool' && messages[index - 1]?.role === 'tool'),
  );

/** Converts the messages from `from` up to `to`; `from` is 0 or an index that `lastBeginning` found. */
function converted(
  thread: ThreadState,
  from: number,
  to: number,
  warnings: ReadonlyMap<string, string>,
): ModelConversation {
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
    // Between text and calls of one turn: the calls came after the thought.
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
  // A turn that was paused before it said anything continues from its thoughts.
  if (to === thread.messages.length) messages.push(...thoughts);
  return { instructions, messages };
}

/** Leaves out calls without a result, because their log entries cannot be read: providers refuse a conversation that has one. */
function answered(thread: ThreadState, whole: AssistantMessage): AssistantMessage | undefined {
  const { toolCalls, ...message } = whole;
  const calls = toolCalls?.filter(({ id }) => callOf(thread, id)?.result);
  // Return the same object every turn: adapters cache what they made of it.
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

/** Warnings by the id of the call they follow. */
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

/** Providers expect two assistant messages in a row as one turn. */
function join(first: AssistantMessage | undefined, second: AssistantMessage): AssistantMessage {
  if (!first) return second;
  const toolCalls = [...(first.toolCalls ?? []), ...(second.toolCalls ?? [])];
  const content = `${first.content ?? ''}${second.content ?? ''}`;
  return { ...first, content, ...(toolCalls.length > 0 && { toolCalls }) };
}

const BUILT_IN: Readonly<Record<Language, string>> = {
  en: `You are a careful software agent. You work in a small sandbox with a file system and a shell, through the tools you are given.

- Look before you change: read a file before you edit it.
- Make independent calls in one turn; they run together where that is safe.
- When a call fails, read its message. It names what was wrong and what to do next. Do not repeat the same call unchanged.
- Check your work by running it.
- When you are done, say in a few sentences what you did and what you saw.`,
  zh: `你是一个细心的软件 Agent。你通过所提供的工具，在一个带有文件系统和 shell 的小沙箱中工作。

- 先看后改：编辑文件之前先读取它。
- 互不依赖的调用放在同一轮；在安全的情况下，它们会同时执行。
- 调用失败时，请读它的消息：其中说明了哪里有误、接下来该怎么做。不要原样重复同一次调用。
- 运行你的成果，以检查它是否正确。
- 完成之后，用几句话说明你做了什么、看到了什么。`,
};

const MODE: Readonly<Record<Language, Readonly<Record<PermissionMode, string>>>> = {
  en: {
    default: 'A person is asked before anything is changed or run.',
    acceptEdits: 'File changes are made without asking; a person is asked before anything is run.',
    plan: 'You are planning: only calls that read are allowed. Say what you would do.',
    dontAsk: 'Nobody can be asked: what is not allowed beforehand is denied.',
    auto: 'A person is asked only before what is dangerous.',
    bypassPermissions: 'Nobody is asked. Be careful.',
  },
  zh: {
    default: '在更改或运行任何内容之前，都会询问用户。',
    acceptEdits: '文件的更改无需询问；运行任何内容之前会询问用户。',
    plan: '你正在制定计划：只允许读取类的调用。请说明你将怎么做。',
    dontAsk: '无人可以询问：事先未允许的一律拒绝。',
    auto: '只在危险的操作之前询问用户。',
    bypassPermissions: '不会询问任何人。请小心。',
  },
};

/** The system prompt of one run, in the language of its options except for text that others wrote. */
export function systemPrompt(
  options: AgentOptions,
  { instructions, context, index }: { instructions: readonly string[]; context: readonly Context[]; index: string },
): string {
  const { language = 'en', mode } = options;
  const parts = [
    options.system ?? BUILT_IN[language],
    ...(mode ? [MODE[language][mode]] : []),
    ...(index === '' ? [] : [index]),
    ...instructions,
    ...context.map(({ description, value }) => `${description}:\n${value}`),
  ];
  return parts.join('\n\n');
}
