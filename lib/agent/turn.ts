import { customEvent } from '@/lib/protocol';
import { EventType, type AGUIEvent } from '@ag-ui/core';
import { unusedId, type ModelEvent, type Usage } from '@/lib/models/model';
import type { Quota } from './budget';

type Spoken = Exclude<ModelEvent, { type: 'stop' | 'usage' | 'notice' }>;
type Part = { kind: 'text' | 'reasoning'; id: string };

/** Converts one turn of a model into AG-UI events: one assistant message, however many parts it has. */
export class Turn {
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

/** Characters of a reply per token, roughly: for a reply cut off before its usage arrived. */
const CHARACTERS = 4;

interface TurnUsageOptions {
  model: string;
  now: () => number;
  /** In US dollars. */
  costOf: (model: string, usage: Usage) => number;
  quota: Quota;
}

/** Measures one attempt at a turn: its times, and its token usage, which may be a lower bound. */
export class TurnUsage {
  readonly #options: TurnUsageOptions;
  readonly #startedAt: number;
  #firstTokenAt: number | undefined;
  #usage: Usage | undefined;
  #characters = 0;

  constructor(options: TurnUsageOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  see(event: ModelEvent): void {
    if (event.type === 'usage' || event.type === 'stop') {
      this.#usage = event.usage;
      return;
    }
    if (event.type === 'notice') return;
    this.#firstTokenAt ??= this.#options.now();
    this.#characters += 'delta' in event ? event.delta.length : 0;
  }

  /** Event for a turn that ended by itself. */
  end(stop: string): AGUIEvent {
    return this.#turn(stop, this.#usage ?? NOTHING);
  }

  /**
   * Event for a turn that was stopped or failed: its usage as far as known, at least what was said. Empty if nothing
   * arrived.
   */
  cut(stop: string): AGUIEvent[] {
    if (!this.#usage && this.#firstTokenAt === undefined) return [];
    const usage = this.#usage ?? NOTHING;
    const said = Math.ceil(this.#characters / CHARACTERS);
    return [this.#turn(stop, { ...usage, outputTokens: Math.max(usage.outputTokens, said) })];
  }

  #turn(stop: string, usage: Usage): AGUIEvent {
    const { model, now, costOf, quota } = this.#options;
    const { inputTokens, outputTokens, cachedInputTokens } = usage;
    quota.spend(inputTokens + outputTokens);
    const figures = { inputTokens, outputTokens, cachedInputTokens, cost: costOf(model, usage) };
    const times = { startedAt: this.#startedAt, firstTokenAt: this.#firstTokenAt, endedAt: now() };
    return customEvent('toolyard.turn', { stop, model, ...figures, ...times });
  }
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
