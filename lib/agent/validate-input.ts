import {
  contentToText,
  EventType,
  type AGUIEvent,
  type Message,
  type RunAgentInput,
  type UserMessage,
  type Metadata,
  type ToolMessage,
  type ContentPart,
} from '@ag-ui/core';
import {
  customEvent,
  currentRun,
  unansweredCalls,
  type AgentOptions,
  type Cassette,
  type Problem,
  callOf,
  ResultMetadataSchema,
  type ThreadState,
  RESULT_METADATA_LIMIT,
  RESULT_TEXT_LIMIT,
  WrittenTurnSchema,
  YOUR_TURN,
  type WrittenTurn,
} from '@/lib/protocol';
import { canonical } from '@/lib/schema/engine/canonical';
import type { ModelOverrides } from '@/lib/models/overrides';
import { ThreadHistory } from './history';
import { answersInOrder } from './server-side-results';
import { abortedEvent } from './resolve';
import { utf8Head, tooLongUtf8, utf8Length } from '@/lib/protocol/text';

type ValidatedInput =
  | { ok: false; problem: Problem }
  | {
      ok: true;
      /** To be logged after the run's RUN_STARTED. */
      events: AGUIEvent[];
      /** Whether the model speaks next, or the run ends with calls pending. */
      next: 'model' | 'wait';
      overrides: ModelOverrides;
    };

/** What is new in the input, and what follows from it. */
export function validateRunInput(
  history: ThreadHistory,
  input: RunAgentInput,
  options: AgentOptions,
  cassette?: Cassette,
): ValidatedInput {
  const names = new Set<string>();
  const twice = input.tools.findIndex(({ name }) => names.size === names.add(name).size);
  if (twice >= 0) {
    return refuse([{ path: `tools.${twice}.name`, message: `Tool ${input.tools[twice]?.name} is there twice` }]);
  }
  if (history.thread.messages.length > 0) return validateNews(history, input, options);
  const validated = validateImport(history, input, options);
  // Clients that send the same properties with every run send the cassette again: only the first one counts.
  if (!validated.ok || !cassette || history.thread.cassette) return validated;
  return { ...validated, events: [customEvent('toolyard.cassette', cassette), ...validated.events] };
}

function validateNews(history: ThreadHistory, input: RunAgentInput, options: AgentOptions): ValidatedInput {
  const { users, results, issues } = compareInput(history, input);
  const written = writtenTurn(history, input);
  const wrong = [...issues, ...reusedId(history, input), ...written.issues, ...unexpectedAnswers(history, input)];
  if (wrong.length > 0) return refuse(wrong);
  const overrides: ModelOverrides = written.turn ? { turn: written.turn } : {};
  const events = answersInOrder(history, { tools: input.tools, options }, results.map(cutResult));
  const brought = new Map(
    events.flatMap((event) =>
      event.type === EventType.TOOL_CALL_RESULT ? [[event.toolCallId, event.metadata] as const] : [],
    ),
  );
  const open = unansweredCalls(history.thread).filter(({ id }) => !brought.has(id));
  if (users.length > 0) {
    const aborted = open.map(({ id }) => abortedEvent(id, 'superseded', options.language));
    const resolved = inCallOrder(history.thread, [...events, ...aborted]);
    const before = (): readonly Message[] => threadAfter(history, resolved).thread.messages;
    return { ok: true, events: [...resolved, ...spokenEvents(before, users)], next: 'model', overrides };
  }
  const news = events.length > 0 || owed(history);
  const due = (news && !endedByResult(history.thread, brought)) || resumed(history, input);
  const next = due && open.length === 0 ? 'model' : 'wait';
  return { ok: true, events, next, overrides };
}

/** Results in the order of their calls, and what else there is after them. */
function inCallOrder({ callOrder, answered = 0 }: ThreadState, events: readonly AGUIEvent[]): AGUIEvent[] {
  const places = new Map(callOrder.slice(answered).map((id, place) => [id, place]));
  const placeOf = (event: AGUIEvent): number =>
    (event.type === EventType.TOOL_CALL_RESULT ? places.get(event.toolCallId) : undefined) ?? places.size;
  return events.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The first run of a thread may bring a history made elsewhere. */
function validateImport(history: ThreadHistory, input: RunAgentInput, options: AgentOptions): ValidatedInput {
  const imported = checkImport(input.messages);
  const issues = [...imported.issues, ...unexpectedAnswers(history, input)];
  if (issues.length > 0) return refuse(issues);
  const messages = input.messages.map((message) => (message.role === 'tool' ? cutResult(message) : message));
  const users = messages.filter((message) => message.role === 'user');
  const events = users.length === messages.length ? spokenEvents(() => [], users) : [snapshot(messages)];
  const last = messages.findLast(
    (message) => message.role === 'user' || message.role === 'assistant' || message.role === 'tool',
  );
  if (last?.role === 'user') {
    const aborted = imported.open.map((id) => abortedEvent(id, 'superseded', options.language));
    return { ok: true, events: [...events, ...aborted], next: 'model', overrides: {} };
  }
  const next = last?.role === 'tool' && imported.open.length === 0 ? 'model' : 'wait';
  return { ok: true, events, next, overrides: {} };
}

const refuse = (issues: Issues): ValidatedInput => ({
  ok: false,
  problem: { code: 'BAD_REQUEST', message: 'The input does not fit this thread.', issues },
});

/** Whether the model still owes an answer because the last run failed or died. */
function owed({ thread }: ThreadHistory): boolean {
  const ended = thread.runs.findLast((run) => run.status !== 'live');
  const last = thread.messages.findLast((message) => message.role !== 'reasoning' && message.role !== 'activity');
  return ended?.status === 'error' && (last?.role === 'user' || last?.role === 'tool');
}

/** Whether a person let the agent go on after it stopped itself. */
const resumed = ({ thread }: ThreadHistory, { resume }: RunAgentInput): boolean =>
  currentRun(thread)?.status === 'interrupt' && (resume ?? []).some((entry) => entry.status === 'resolved');

/** The thread as it will be once these events are logged. */
export const threadAfter = (history: ThreadHistory, events: readonly AGUIEvent[]): ThreadHistory =>
  new ThreadHistory(
    events.map((event, index) => ({ seq: history.thread.seq + 1 + index, event })),
    history,
  );

export const snapshot = (messages: readonly Message[]): AGUIEvent => ({
  type: EventType.MESSAGES_SNAPSHOT,
  messages: [...messages],
});

/** Most messages that are logged one by one; more of them become a snapshot, which is one event. */
const MOST_SPOKEN = 100;

/** A person's messages as events. Text events carry only text, so a message with images becomes a snapshot. */
export function spokenEvents(before: () => readonly Message[], users: readonly UserMessage[]): AGUIEvent[] {
  if (users.length > MOST_SPOKEN || users.some((message) => typeof message.content !== 'string')) {
    return [snapshot([...before(), ...users])];
  }
  return users.flatMap(({ id, content }): AGUIEvent[] => [
    { type: EventType.TEXT_MESSAGE_START, messageId: id, role: 'user' },
    ...(typeof content === 'string' && content !== ''
      ? [{ type: EventType.TEXT_MESSAGE_CONTENT, messageId: id, delta: content } as const]
      : []),
    { type: EventType.TEXT_MESSAGE_END, messageId: id },
  ]);
}

/**
 * Whether one of the last turn's results ends the run, so that the model is not asked again. `brought`: metadata of results
 * that are not in the thread yet, by call id.
 */
function endedByResult(thread: ThreadState, brought: ReadonlyMap<string, Metadata | undefined>): boolean {
  const { messages, callOrder } = thread;
  if (brought.size === 0 && messages.findLast(({ role }) => SPEAKERS.has(role))?.role !== 'tool') return false;
  const last = callOf(thread, callOrder.at(-1) ?? '')?.messageId;
  // Calls of one message are adjacent.
  const before = callOrder.findLastIndex((id) => callOf(thread, id)?.messageId !== last);
  return callOrder.slice(before + 1).some((id) => {
    const ours = EndSchema.safeParse((callOf(thread, id)?.result?.metadata ?? brought.get(id))?.toolyard);
    return ours.success && ours.data.endsRun === true;
  });
}

const EndSchema = ResultMetadataSchema.pick({ endsRun: true });

const SPEAKERS: ReadonlySet<string> = new Set(['user', 'assistant', 'tool']);

export type Issues = NonNullable<Problem['issues']>;

/** What a request brings that the log does not have yet. */
interface News {
  users: UserMessage[];
  /** For calls without a result, in call order, one for each. */
  results: ToolMessage[];
  issues: Issues;
}

/** Compares the client's history with the log, by message id and call id. If both have an entry, the log wins. */
function compareInput(history: ThreadHistory, input: RunAgentInput): News {
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
    } else if (!known(message.id)) {
      const isBack = withdrawn.has(message.id);
      if (message.role === 'user') {
        // What was withdrawn was the model's.
        if (isBack) refuse('id', `Message ${message.id} was another one: a new message has an id of its own`);
        users.push(message);
      } else if (!isBack && !isOutsideConversation(message)) {
        refuse('role', `A new ${message.role} message is only taken on an empty thread`);
      }
      brought.add(message.id);
    }
  }
  return { users, results: thread.callOrder.slice(thread.answered).flatMap((id) => results.get(id) ?? []), issues };
}

/** Whether a request brings anything that the log does not have, and that a replay of one of its runs would lose. */
export function bringsNews(history: ThreadHistory, input: RunAgentInput): boolean {
  const { users, results } = compareInput(history, input);
  return users.length + results.length + reusedId(history, input).length > 0;
}

/**
 * Says so if a person's last message has the id of an earlier one, of the log or of the request, and says or shows something
 * else: the earlier one wins, so nobody would ever answer it. Further up it is a client's own view of what is settled.
 */
function reusedId(history: ThreadHistory, { messages }: RunAgentInput): Issues {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [];
  const isIt = ({ id }: Message): boolean => id === last.id;
  const logged = history.hasMessage(last.id) ? history.thread.messages.findLast(isIt) : undefined;
  const kept = logged ?? messages.slice(0, -1).find(isIt);
  if (!kept || (kept.role === 'user' && saysTheSame(kept, last))) return [];
  const message = `Message ${last.id} is there already, and says something else: a new message has an id of its own`;
  return [{ path: `messages.${messages.length - 1}.id`, message }];
}

/** Whether two messages have the same text, and the same pictures and files. */
function saysTheSame(one: UserMessage, other: UserMessage): boolean {
  if (contentToText(one.content) !== contentToText(other.content)) return false;
  return canonical(sourcesIn(one.content)) === canonical(sourcesIn(other.content));
}

const sourcesIn = (content: UserMessage['content']): unknown[] =>
  typeof content === 'string' ? [] : content.flatMap((part) => (part.type === 'text' ? [] : [part.source]));

/** What is wrong with answers to interrupts: none may be lost because nobody waits for it. */
function unexpectedAnswers({ thread }: ThreadHistory, { resume = [] }: RunAgentInput): Issues {
  const run = currentRun(thread);
  // The dead run that this one takes over may have had the answer.
  if (run?.status === 'live') return [];
  const waiting = new Set(run?.interrupts?.map(({ id }) => id));
  return resume.flatMap(({ interruptId, status }, index) =>
    status !== 'resolved' || waiting.has(interruptId)
      ? []
      : [{ path: `resume.${index}.interruptId`, message: `No interrupt ${interruptId} waits for an answer` }],
  );
}

/** Messages that are not part of the conversation: clients keep their own, so the log can ignore them. */
const isOutsideConversation = (message: Message): boolean =>
  message.role === 'activity' || message.role === 'reasoning';

/** Most calls without a result that an imported history may have, since each gets its result in an event of its own. */
const MOST_OPEN = 1_000;

/** What is wrong with a history that a client brings to an empty thread, and its calls without a result, in call order. */
function checkImport(messages: readonly Message[]): { issues: Issues; open: readonly string[] } {
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
  const open = [...calls].flatMap(([id, state]) => (state === 'open' ? [id] : []));
  if (open.length > MOST_OPEN)
    issues.push({ path: 'messages', message: `${open.length} calls have no result; at most ${MOST_OPEN} may` });
  return { issues, open };
}

/** Longest base64 text of one image or file in a result, in characters. */
const MEDIA_LIMIT = 2 * 1024 * 1024;

/** A tool message cut to the limits of the log, with its error code moved to where a `TOOL_CALL_RESULT` can carry it. */
export function cutResult(message: ToolMessage): ToolMessage {
  const { metadata: whole, ...rest } = message;
  const metadata = cutMetadata(withError(message, whole));
  return { ...rest, content: cutContent(message.content), ...(metadata && { metadata }) };
}

/** Text of at most `limit` bytes of UTF-8; if it was cut, the last line says how much is missing. */
export function cutForLog(text: string, limit: number): string {
  const bytes = tooLongUtf8(text, limit);
  if (!bytes) return text;
  const note = (left: number): string => `\n[${left} bytes left out: the result was over ${limit} bytes]`;
  const room = Math.max(0, limit - utf8Length(note(bytes.length)));
  const head = utf8Head(bytes, room);
  return head + note(bytes.length - utf8Length(head));
}

function cutContent(content: ToolMessage['content']): ToolMessage['content'] {
  if (typeof content === 'string') return cutForLog(content, RESULT_TEXT_LIMIT);
  let room = RESULT_TEXT_LIMIT;
  return content.map((part): ContentPart => {
    if (part.type === 'text') {
      const text = cutForLog(part.text, room);
      room = Math.max(0, room - utf8Length(text));
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

const fits = (value: unknown): boolean => !tooLongUtf8(JSON.stringify(value), RESULT_METADATA_LIMIT);

/** The turn that a person wrote for the interrupt that the thread waits at; `issues` if it is invalid. */
function writtenTurn({ thread }: ThreadHistory, { resume }: RunAgentInput): { turn?: WrittenTurn; issues: Issues } {
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
