import { EventType, type AGUIEvent } from '@ag-ui/core';
import {
  CASSETTE_VERSION,
  CassetteSchema,
  CustomEventSchemas,
  readInboxMessage,
  RecordedReplySchema,
  ResultMetadataSchema,
  type AgentOptions,
  type Cassette,
  type CassetteEntry,
  type LogLine,
  type RecordedPiece,
  type RecordedTurn,
  CASSETTE_LIMIT,
  parseAnyJson,
  type Parsed,
} from '@/lib/protocol';
import { z } from 'zod';
import { Redactor } from './redact';

/** The log of a sub-agent, and the agent and call that started it. */
export interface AgentLog {
  id: string;
  parent: string;
  callId: string;
  log: readonly LogLine[];
}

export interface RecordOptions {
  title: string;
  /** The options of the thread. */
  options: AgentOptions;
  now: Date;
  /** Secrets that must not appear anywhere in it, such as a typed key. */
  secrets?: readonly string[];
  agents?: readonly AgentLog[];
}

const StopSchema = z.enum(['end', 'tool_calls', 'max_tokens', 'refusal', 'pause', 'context_exceeded']);

/** A thread's log as a cassette, without secrets. Turns that were stopped or failed are left out, and so are their calls. */
export function recordCassette(
  log: readonly LogLine[],
  { title, options, now, secrets = [], agents = [] }: RecordOptions,
): Cassette {
  const { scenario, mode, discovery, toolMode, dialect, maxTurns, system } = options;
  const redactor = new Redactor(secrets);
  return CassetteSchema.parse({
    toolyard: 'cassette',
    version: CASSETTE_VERSION,
    title: redactor.text(title),
    recordedAt: now.toISOString(),
    ...defined({ scenario }),
    options: defined({ mode, discovery, toolMode, dialect, maxTurns, system: system && redactor.text(system) }),
    entries: entriesOf(log, redactor),
    ...(agents.length > 0 && {
      agents: agents.map(({ log: own, ...agent }) => ({ ...agent, entries: entriesOf(own, redactor) })),
    }),
  });
}

function entriesOf(log: readonly LogLine[], redactor: Redactor): CassetteEntry[] {
  const reader = new LogReader();
  for (const { event } of log) reader.take(event);
  return bySpeaker(reader.entries).map((entry) => redactor.entry(entry));
}

/** Inbox messages stay separate; a person's messages that no turn answered are joined to the next one that was answered. */
function bySpeaker(entries: readonly CassetteEntry[]): CassetteEntry[] {
  const result: CassetteEntry[] = [];
  for (const entry of entries) {
    const last = result.at(-1);
    const message = entry.kind === 'said' ? readInboxMessage(entry.text) : undefined;
    if (message) result.push({ kind: 'said', ...message });
    else if (entry.kind === 'said' && last?.kind === 'said' && last.from === undefined) {
      result[result.length - 1] = { ...last, text: `${last.text}\n\n${entry.text}` };
    } else result.push(entry);
  }
  return result;
}

/** Reads a log event by event. */
class LogReader {
  readonly entries: CassetteEntry[] = [];
  /** The calls of recorded turns. */
  readonly #calls = new Set<string>();
  readonly #said = new Set<string>();
  #pieces: { at: number; piece: DistributiveOmit<RecordedPiece, 'at'> }[] = [];

  take(event: AGUIEvent): void {
    switch (event.type) {
      case EventType.RUN_STARTED:
      case EventType.RUN_ERROR:
        return this.#drop();
      case EventType.TEXT_MESSAGE_START:
        if (event.role !== 'user') return;
        this.#said.add(event.messageId);
        return this.#say('');
      case EventType.TEXT_MESSAGE_CONTENT:
        if (this.#said.has(event.messageId)) return this.#append(event.delta);
        return this.#piece(event, { type: 'text', delta: event.delta });
      case EventType.REASONING_MESSAGE_CONTENT:
        return this.#piece(event, { type: 'reasoning', delta: event.delta });
      case EventType.TOOL_CALL_START:
        return this.#piece(event, { type: 'call-start', id: event.toolCallId, name: event.toolCallName });
      case EventType.TOOL_CALL_ARGS:
        return this.#piece(event, { type: 'call-args', id: event.toolCallId, delta: event.delta });
      case EventType.TOOL_CALL_END:
        return this.#piece(event, { type: 'call-end', id: event.toolCallId });
      case EventType.TOOL_CALL_RESULT:
        return this.#result(event);
      case EventType.MESSAGES_SNAPSHOT:
        for (const message of event.messages) {
          if (message.role !== 'user' || this.#said.has(message.id)) continue;
          this.#said.add(message.id);
          this.#say(recordedText(message.content));
        }
        return;
      case EventType.CUSTOM:
        if (event.name === 'toolyard.turn') this.#turn(event.value);
        if (event.name === 'toolyard.reply') this.#reply(event.value);
    }
  }

  #say(text: string): void {
    this.entries.push({ kind: 'said', text });
  }

  #append(text: string): void {
    const last = this.entries.at(-1);
    if (last?.kind === 'said') last.text += text;
  }

  #piece({ timestamp }: AGUIEvent, piece: DistributiveOmit<RecordedPiece, 'at'>): void {
    this.#pieces.push({ at: timestamp ?? 0, piece });
  }

  #turn(value: unknown): void {
    const pieces = this.#pieces;
    this.#drop();
    const turn = CustomEventSchemas['toolyard.turn'].safeParse(value);
    const stop = StopSchema.safeParse(turn.data?.stop);
    // Stopped, or failed and retried.
    if (!turn.success || !stop.success) return;
    const { model, inputTokens, outputTokens, cachedInputTokens, startedAt, endedAt } = turn.data;
    for (const { piece } of pieces) if (piece.type === 'call-start') this.#calls.add(piece.id);
    const entry: RecordedTurn = {
      kind: 'turn',
      model,
      stop: stop.data,
      usage: { inputTokens, outputTokens, cachedInputTokens },
      durationMs: Math.max(0, endedAt - startedAt),
      pieces: pieces.map(({ at, piece }) => ({ ...piece, at: Math.max(0, at - startedAt) })),
    };
    this.entries.push(entry);
  }

  /** It comes after the turn that was built from it. */
  #reply(value: unknown): void {
    const last = this.entries.at(-1);
    const reply = RecordedReplySchema.safeParse(value);
    if (last?.kind === 'turn' && reply.success) last.reply = reply.data;
  }

  #result({ toolCallId, content, metadata }: Extract<AGUIEvent, { type: EventType.TOOL_CALL_RESULT }>): void {
    if (!this.#calls.delete(toolCallId)) return;
    const ours = ResultMetadataSchema.safeParse(metadata?.toolyard).data;
    this.entries.push({
      kind: 'result',
      callId: toolCallId,
      text: recordedText(content),
      ...(ours?.error && { error: ours.error }),
      ...(ours?.timings && { durationMs: Math.max(0, ours.timings.endedAt - ours.timings.startedAt) }),
    });
  }

  #drop(): void {
    this.#pieces = [];
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const PartsSchema = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));

/** Content as text; an image is only mentioned. */
export function recordedText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = PartsSchema.safeParse(content);
  return parts.success ? parts.data.map(({ type, text }) => text ?? `[${type}]`).join('\n') : '';
}

const defined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const HeadSchema = z.looseObject({ toolyard: z.literal('cassette'), version: z.number() });

/** Reads a file that should be a cassette. The reason for a refusal is written for people. */
export function readCassette(text: string): Parsed<Cassette> {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > CASSETTE_LIMIT) return no(`It is larger than ${CASSETTE_LIMIT / 1024 / 1024} MB.`);
  const json = parseAnyJson(text);
  if (!json.ok) return no('It is not JSON.');
  const head = HeadSchema.safeParse(json.value);
  if (!head.success) return no('It is no cassette.');
  const { version } = head.data;
  if (version !== CASSETTE_VERSION) {
    return no(`It is a cassette of version ${version}. This page reads version ${CASSETTE_VERSION}.`);
  }
  const cassette = CassetteSchema.safeParse(json.value);
  if (!cassette.success) {
    const [issue] = cassette.error.issues;
    return no(`It is damaged: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not as it should be'}.`);
  }
  if (cassette.data.entries[0]?.kind !== 'said') return no('It does not begin with what a person said.');
  return { ok: true, value: cassette.data };
}

const no = (reason: string): Parsed<never> => ({ ok: false, reason });
