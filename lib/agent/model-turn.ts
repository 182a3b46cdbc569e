import { EventType, type AGUIEvent, type Context, type Tool } from '@ag-ui/core';
import {
  ModelError,
  TurnAwaited,
  type Model,
  type ModelEvent,
  type ModelReply,
  type ModelRequest,
  type StopReason,
  type Usage,
} from '@/lib/models/model';
import { toolView } from './server-side-results';
import { customEvent, FAILED, STOPPED, type AgentOptions, type CustomEventValue } from '@/lib/protocol';
import { turnOutput, type Quota, TurnUsage } from './budget';
import type { ThreadHistory } from './history';
import { conversation, systemPrompt } from './conversation';
import type { RunPorts } from './ports';
import { asModelError, retryDelay } from './retry';
import { abortedEvent, type AbortCause } from './resolve';

/** What a turn is logged by; `RunWriter`. */
interface TurnWriter {
  readonly history: ThreadHistory;
  push(events: readonly AGUIEvent[]): void;
  append(events: readonly AGUIEvent[]): Promise<void>;
}

export interface TurnTask {
  writer: TurnWriter;
  model: Model;
  /** All tools of the thread, shown to the model or not. */
  tools: readonly Tool[];
  context: readonly Context[];
  options: AgentOptions;
  tokensBeside: number;
  quota: Quota;
  signal: AbortSignal;
  /** Awaited between two steps of long work. */
  pause: () => Promise<void>;
}

type TurnOutcome = { ok: true; stop: StopReason; usage: Usage } | { ok: false; error: ModelError };

/**
 * One turn of the model, with retries if they can help. Throws the signal's reason if it aborts, with everything said so far
 * closed in the log, and `TurnAwaited` if a person has to write the turn.
 */
export async function modelTurn(ports: RunPorts, task: TurnTask): Promise<TurnOutcome> {
  const { writer, signal } = task;
  const before = writer.history.thread.messages.length;
  for (let attempt = 1; ; attempt += 1) {
    const turn = new Turn((id) => Object.hasOwn(writer.history.thread.calls, id) || writer.history.withdrawn.has(id));
    const turnUsage = new TurnUsage({
      model: task.model.name,
      now: ports.now,
      costOf: ports.costOf,
      quota: task.quota,
    });
    try {
      return { ok: true, ...(await requestReply(ports, task, { turn, turnUsage, attempt })) };
    } catch (thrown) {
      if (signal.aborted) {
        await writer.append([...turn.close(), ...turnUsage.cut(STOPPED)]);
        throw signal.reason;
      }
      if (thrown instanceof TurnAwaited) throw thrown;
      const error = asModelError(thrown);
      const results = turn.callIds.map((id) => abortedEvent(id, 'withdrawn', task.options.language));
      const afterMs = retryDelay(error, attempt, ports.limits.attempts);
      // Withdraw what was said if the turn is retried or a client will ask again; with an in-process executor the conversation
      // continues from it.
      const withdrawn = turn.said && (afterMs !== undefined || !ports.executor);
      const restored = withdrawn
        ? [{ type: EventType.MESSAGES_SNAPSHOT, messages: writer.history.thread.messages.slice(0, before) } as const]
        : [];
      await writer.append([...turn.close(), ...turnUsage.cut(FAILED), ...results, ...restored]);
      if (afterMs === undefined) return { ok: false, error };
      const { code, message } = error;
      await writer.append([customEvent('toolyard.retry', { attempt, afterMs, code, message })]);
      await ports.sleep(afterMs, signal).catch(() => undefined);
      signal.throwIfAborted();
    }
  }
}

interface Attempt {
  turn: Turn;
  turnUsage: TurnUsage;
  /** Counted from 1. */
  attempt: number;
}

async function requestReply(
  ports: RunPorts,
  { writer, model, tools: pool, context, options, tokensBeside, quota, signal, pause }: TurnTask,
  { turn, turnUsage, attempt }: Attempt,
): Promise<{ stop: StopReason; usage: Usage }> {
  const { history } = writer;
  const { instructions, messages } = conversation(history.thread, options.language);
  const { tools, deferred, index } = toolView(pool, options.discovery, history.thread.active);
  const request: ModelRequest = {
    system: systemPrompt(options, { instructions, context, index }),
    messages,
    tools,
    pool,
    deferred,
    ...(options.strict !== undefined && { strict: options.strict }),
    maxTokens: Math.max(1, Math.min(turnOutput(history, options, ports.limits, tokensBeside), quota.left())),
    signal,
    pause,
    attempt,
  };
  const reply = readReply(model.turn(request), signal);
  try {
    return await logReply(reply.next, { turn, turnUsage, writer, language: options.language });
  } finally {
    reply.close();
  }
}

/** Logs what the model says until it stops. */
async function logReply(
  next: () => Promise<readonly ModelEvent[] | undefined>,
  {
    turn,
    turnUsage,
    writer,
    language,
  }: Pick<Attempt, 'turn' | 'turnUsage'> & Pick<TurnTask, 'writer'> & Pick<AgentOptions, 'language'>,
): Promise<{ stop: StopReason; usage: Usage }> {
  let spoke = false;
  /** The events to log for one of the model's. */
  const eventsFor = (event: ModelEvent): AGUIEvent[] => {
    turnUsage.see(event);
    spoke ||= event.type === 'call-start' || (event.type === 'text' && event.delta.trim() !== '');
    switch (event.type) {
      case 'usage':
        return [];
      case 'notice':
        return [noticed(event)];
      case 'stop': {
        const notice = stopNotice(event, { spoke, called: turn.callIds.length > 0 });
        const cause = NOT_RUN[event.reason];
        const results = cause ? turn.callIds.map((id) => abortedEvent(id, cause, language)) : [];
        const guard = notice ? [customEvent('toolyard.guard', notice)] : [];
        return [...turn.close(), ...results, turnUsage.end(event.reason), ...guard];
      }
      default:
        return turn.events(event);
    }
  };
  for (let piece = await next(); piece; piece = await next()) {
    writer.push(piece.flatMap(eventsFor));
    const last = piece.at(-1);
    if (last?.type === 'stop') return { stop: last.reason, usage: last.usage };
  }
  throw new ModelError('STREAM_BROKEN', 'The reply ended before the model was done.', {});
}

/** Why the calls of a turn that ended this way are not run: the model will not, or cannot, be told their results. */
const NOT_RUN: Partial<Record<StopReason, AbortCause>> = { refusal: 'refused', context_exceeded: 'context' };

/** A notice from the model's adapter, as a guard's event. */
const noticed = ({ code, message }: Extract<ModelEvent, { type: 'notice' }>): AGUIEvent =>
  customEvent('toolyard.guard', { guard: `model:${code}`, level: 'warning', message });

/** Reads a reply piece by piece, and throws the signal's reason as soon as it aborts, even if the model does not react to it. */
function readReply(source: ModelReply, signal: AbortSignal) {
  const iterator = source[Symbol.asyncIterator]();
  let fail = (_reason: unknown): void => undefined;
  const onAbort = (): void => fail(signal.reason);
  signal.addEventListener('abort', onAbort);
  let over = false;
  return {
    next: () =>
      new Promise<readonly ModelEvent[] | undefined>((resolve, reject) => {
        fail = reject;
        if (signal.aborted) reject(signal.reason);
        iterator.next().then(({ done, value }) => {
          over = !done && value.at(-1)?.type === 'stop';
          resolve(done ? undefined : value);
        }, reject);
      }),
    /**
     * Not awaited: a model that hangs would hang the run too. A finished reply is read to its end: to cut it off would cost
     * its connection.
     */
    close(): void {
      signal.removeEventListener('abort', onAbort);
      (over ? iterator.next() : iterator.return?.())?.catch(() => undefined);
    },
  };
}

type Stop = Extract<ModelEvent, { type: 'stop' }>;

/** What to tell a person if a turn did not end normally. `called`: it made calls, so it goes on. */
function stopNotice(
  { reason, detail }: Stop,
  { spoke, called }: { spoke: boolean; called: boolean },
): CustomEventValue<'toolyard.guard'> | undefined {
  switch (reason) {
    case 'refusal':
      return stopped('refusal', `The model declined to go on${detail === undefined ? '.' : `: ${detail}`}`);
    case 'context_exceeded':
      return stopped(
        'context',
        'The conversation no longer fits into the model’s context. Begin a new thread, or choose a model with more room.',
      );
    case 'max_tokens':
      if (called) return undefined;
      return {
        guard: 'model:max-tokens',
        level: 'warning',
        message: 'The reply ran out of room and ends in the middle. Say “go on” to have the rest.',
      };
    case 'end':
    case 'tool_calls':
      return spoke ? undefined : { guard: 'model:empty', level: 'warning', message: 'The model said nothing.' };
    case 'pause':
      return undefined;
  }
}

const stopped = (what: string, message: string): CustomEventValue<'toolyard.guard'> => ({
  guard: `model:${what}`,
  level: 'stop',
  message,
});

type Spoken = Exclude<ModelEvent, { type: 'stop' | 'usage' | 'notice' }>;
type Part = { kind: 'text' | 'reasoning'; id: string };

/** Most calls of one turn, since all of them are looked at in one go: far more than models make. */
const MOST_CALLS = 1_000;

/** Converts one turn of a model into AG-UI events: one assistant message, however many parts it has. */
class Turn {
  readonly messageId: string = crypto.randomUUID();
  /** Ids of the calls begun in this turn, in order. */
  readonly callIds: string[] = [];
  /** Our id of each call, by the model's id. */
  readonly #calls = new Map<string, string>();
  readonly #open = new Set<string>();
  readonly #taken: (id: string) => boolean;
  #part: Part | undefined;
  #said = false;

  /** `taken`: whether the thread already has a call of that id; some models count from zero in every turn. */
  constructor(taken: (id: string) => boolean) {
    this.#taken = taken;
  }

  /** Whether the model has said anything that a client may have seen. */
  get said(): boolean {
    return this.#said;
  }

  events(event: Spoken): AGUIEvent[] {
    this.#said = true;
    switch (event.type) {
      case 'text':
        return event.delta === '' ? [] : [...this.#enter('text'), this.#text(event.delta)];
      case 'reasoning':
        return event.delta === '' ? [] : [...this.#enter('reasoning'), this.#text(event.delta)];
      case 'reasoning-end':
        return this.#endThought(event.sealed);
      case 'call-start':
        return [...this.#leave(), this.#start(event.id, event.name)];
      case 'call-args':
        return this.#onCall(event.id, (toolCallId) =>
          event.delta === '' ? [] : [{ type: EventType.TOOL_CALL_ARGS, toolCallId, delta: event.delta }],
        );
      case 'call-sealed':
        return this.#sealCall(event.id, event.sealed);
      case 'call-end':
        return this.#onCall(event.id, (toolCallId) => {
          this.#open.delete(toolCallId);
          return [{ type: EventType.TOOL_CALL_END, toolCallId }];
        });
    }
  }

  /** Ends whatever is still open, so that no client is left with half a message or half a call. */
  close(): AGUIEvent[] {
    const calls = [...this.#open].map((toolCallId): AGUIEvent => ({ type: EventType.TOOL_CALL_END, toolCallId }));
    this.#open.clear();
    return [...this.#leave(), ...calls];
  }

  #enter(kind: Part['kind']): AGUIEvent[] {
    if (this.#part?.kind === kind) return [];
    const left = this.#leave();
    if (kind === 'text') {
      this.#part = { kind, id: this.messageId };
      return [...left, { type: EventType.TEXT_MESSAGE_START, messageId: this.messageId, role: 'assistant' }];
    }
    const messageId = crypto.randomUUID();
    this.#part = { kind, id: messageId };
    return [
      ...left,
      { type: EventType.REASONING_START, messageId },
      { type: EventType.REASONING_MESSAGE_START, messageId, role: 'reasoning' },
    ];
  }

  #leave(): AGUIEvent[] {
    const part = this.#part;
    this.#part = undefined;
    if (!part) return [];
    if (part.kind === 'text') return [{ type: EventType.TEXT_MESSAGE_END, messageId: part.id }];
    return [
      { type: EventType.REASONING_MESSAGE_END, messageId: part.id },
      { type: EventType.REASONING_END, messageId: part.id },
    ];
  }

  /** Each thought is a message of its own; a sealed one is kept even if none of its text is shown. */
  #endThought(sealed: string | undefined): AGUIEvent[] {
    if (sealed === undefined) return this.#part?.kind === 'reasoning' ? this.#leave() : [];
    const entered = this.#enter('reasoning');
    const id = this.#part?.id ?? this.messageId;
    return [...entered, sealedEvent('message', id, sealed), ...this.#leave()];
  }

  #text(delta: string): AGUIEvent {
    const messageId = this.#part?.id ?? this.messageId;
    return this.#part?.kind === 'reasoning'
      ? { type: EventType.REASONING_MESSAGE_CONTENT, messageId, delta }
      : { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta };
  }

  #start(id: string, toolCallName: string): AGUIEvent {
    if (this.callIds.length === MOST_CALLS)
      throw new ModelError('BAD_ANSWER', `The reply makes more than ${MOST_CALLS} calls.`);
    const toolCallId = unusedId(id, (other) => this.#taken(other) || this.callIds.includes(other));
    this.#calls.set(id, toolCallId);
    this.callIds.push(toolCallId);
    this.#open.add(toolCallId);
    return { type: EventType.TOOL_CALL_START, toolCallId, toolCallName, parentMessageId: this.messageId };
  }

  /** A sealed value may arrive after the call has ended. */
  #sealCall(id: string, sealed: string): AGUIEvent[] {
    const toolCallId = this.#calls.get(id);
    return toolCallId === undefined ? [] : [sealedEvent('tool-call', toolCallId, sealed)];
  }

  /** Pieces of a call that never began or has already ended are ignored. */
  #onCall(id: string, make: (toolCallId: string) => AGUIEvent[]): AGUIEvent[] {
    const toolCallId = this.#calls.get(id);
    return toolCallId !== undefined && this.#open.has(toolCallId) ? make(toolCallId) : [];
  }
}

const sealedEvent = (subtype: 'message' | 'tool-call', entityId: string, encryptedValue: string): AGUIEvent => ({
  type: EventType.REASONING_ENCRYPTED_VALUE,
  subtype,
  entityId,
  encryptedValue,
});

/** A call's id, or a similar one that is not taken: some models count from zero in every turn. */
function unusedId(id: string, taken: (id: string) => boolean): string {
  let unused = id;
  for (let copy = 2; taken(unused); copy += 1) unused = `${id}~${copy}`;
  return unused;
}
