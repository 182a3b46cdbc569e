import {
  EventType,
  type AGUIEvent,
  type Message,
  type RunAgentInput,
  type UserMessage,
  type Metadata,
  PROTOCOL_VERSION,
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
} from '@/lib/protocol';
import type { ModelOverrides } from '@/lib/models/overrides';
import { isLive, type ThreadRecord } from '@/lib/threads';
import { checkImport, compareInput, type Issues, cutResult, writtenTurn } from './client-input';
import { ThreadHistory } from './history';
import { answersInOrder } from './server-side-results';
import { abortedEvent, resolveAll } from './resolve';

/** Whether a run may start, decided before its input is examined. */
type RunClaim = 'start' | 'replay' | 'take-over' | 'active';

/** A run that the log knows is replayed, or taken over under a new id if it died; a live run refuses every other run. */
export function claimRun(history: ThreadHistory, record: ThreadRecord, runId: string, now: number): RunClaim {
  const live = isLive(record, now);
  const last = currentRun(history.thread);
  if (last?.runId === runId && last.status === 'live' && !live) return 'take-over';
  if (history.startOf(runId) !== undefined) return 'replay';
  return live ? 'active' : 'start';
}

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
  const validated = validateImport(history, input);
  // Clients that send the same properties with every run send the cassette again: only the first one counts.
  if (!validated.ok || !cassette || history.thread.cassette) return validated;
  return { ...validated, events: [customEvent('toolyard.cassette', cassette), ...validated.events] };
}

function validateNews(history: ThreadHistory, input: RunAgentInput, options: AgentOptions): ValidatedInput {
  const { users, results, issues } = compareInput(history, input);
  const written = writtenTurn(history, input);
  if (issues.length + written.issues.length > 0) return refuse([...issues, ...written.issues]);
  const overrides: ModelOverrides = written.turn ? { turn: written.turn } : {};
  const events = answersInOrder(history, { tools: input.tools, options }, results.map(cutResult));
  const brought = new Map(
    events.flatMap((event) =>
      event.type === EventType.TOOL_CALL_RESULT ? [[event.toolCallId, event.metadata] as const] : [],
    ),
  );
  const open = unansweredCalls(history.thread).filter(({ id }) => !brought.has(id));
  if (users.length > 0) {
    const resolved = [...events, ...open.map(({ id }) => abortedEvent(id, 'superseded', options.language))];
    const before = (): readonly Message[] => threadAfter(history, resolved).thread.messages;
    return { ok: true, events: [...resolved, ...spokenEvents(before, users)], next: 'model', overrides };
  }
  const news = events.length > 0 || owed(history);
  const due = (news && !endedByResult(history.thread, brought)) || resumed(history, input);
  const next = due && open.length === 0 ? 'model' : 'wait';
  return { ok: true, events, next, overrides };
}

/** The first run of a thread may bring a history made elsewhere. */
function validateImport(history: ThreadHistory, input: RunAgentInput): ValidatedInput {
  const issues = checkImport(input.messages);
  if (issues.length > 0) return refuse(issues);
  const messages = input.messages.map((message) => (message.role === 'tool' ? cutResult(message) : message));
  const users = messages.filter((message) => message.role === 'user');
  const events = users.length === messages.length ? spokenEvents(() => [], users) : [snapshot(messages)];
  const imported = threadAfter(history, events);
  const last = messages.findLast(
    (message) => message.role === 'user' || message.role === 'assistant' || message.role === 'tool',
  );
  if (last?.role === 'user')
    return {
      ok: true,
      events: [...events, ...resolveAll(imported.thread, 'superseded')],
      next: 'model',
      overrides: {},
    };
  const open = unansweredCalls(imported.thread).length > 0;
  return { ok: true, events, next: last?.role === 'tool' && !open ? 'model' : 'wait', overrides: {} };
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

const snapshot = (messages: readonly Message[]): AGUIEvent => ({
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

/**
 * What a run logs first: its start. If the last run is not over, it is dead: then also that run's error before it, and the
 * messages without those of the dead model turn after it.
 */
export function startEvents(threadId: string, runId: string, { thread, said }: ThreadHistory): AGUIEvent[] {
  const start: AGUIEvent = { type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION };
  if (currentRun(thread)?.status !== 'live') return [start];
  const lost = new Set(Object.values(thread.calls).flatMap((call) => (said.has(call.messageId) ? [call.id] : [])));
  return [
    {
      type: EventType.RUN_ERROR,
      code: 'LEASE_LOST',
      message: 'The server process behind this run is gone; another one goes on.',
    },
    start,
    snapshot(
      thread.messages.filter(
        (message) => !said.has(message.id) && !(message.role === 'tool' && lost.has(message.toolCallId)),
      ),
    ),
  ];
}
