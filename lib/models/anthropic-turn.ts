import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import { AnthropicBlocks } from './anthropic-blocks';
import type { ModelEvent, StopReason, Usage } from './model';
import { Fields, Figure, Text, unreadable } from './odd-shapes';

const STOPS: ReadonlyMap<string, StopReason> = new Map(
  Object.entries({
    end_turn: 'end',
    stop_sequence: 'end',
    tool_use: 'tool_calls',
    max_tokens: 'max_tokens',
    refusal: 'refusal',
    pause_turn: 'pause',
    model_context_window_exceeded: 'context_exceeded',
  } satisfies Record<Anthropic.StopReason, StopReason>),
);

/** The fields of any stream event: those of all types together. */
const EventSchema = z.object({
  type: z.unknown().optional(),
  index: Figure,
  message: Fields,
  content_block: z.unknown().optional(),
  delta: z.unknown().optional(),
  usage: Fields,
});

const EndSchema = z.object({ stop_reason: Text, stop_details: Fields });

const UsageSchema = z.object({
  input_tokens: Figure,
  output_tokens: Figure,
  cache_read_input_tokens: Figure,
  cache_creation_input_tokens: Figure,
});

/** Turns one reply's stream events into model events, whatever types their fields have. */
export class AnthropicTurn {
  readonly #blocks: AnthropicBlocks;
  #usage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  #stop: StopReason | undefined;
  #detail: string | undefined;
  #stopped = false;
  #told = false;

  constructor(name: string) {
    this.#blocks = new AnthropicBlocks(name);
  }

  /** Whether the reply came to its end: some servers leave the last event out. */
  get over(): boolean {
    return this.#stopped || this.#stop !== undefined;
  }

  *events(given: unknown): Generator<ModelEvent> {
    if (this.#stopped) return;
    const event = EventSchema.parse(Fields.parse(given) ?? {});
    switch (event.type) {
      case 'message_start':
        this.#count(event.message?.usage);
        yield { type: 'usage', usage: this.#usage };
        return;
      case 'content_block_start':
        yield* this.#blocks.begin(event.index, event.content_block);
        return;
      case 'content_block_delta':
        yield* this.#blocks.delta(event.index, event.delta);
        return;
      case 'content_block_stop':
        yield* this.#blocks.end(event.index);
        return;
      case 'message_delta': {
        const { stop_reason: reason, stop_details: details } = EndSchema.parse(Fields.parse(event.delta) ?? {});
        this.#count(event.usage);
        // A reason that is newer than this table ends the turn like any other.
        if (reason !== '') this.#stop = STOPS.get(reason) ?? 'end';
        if (details?.explanation !== undefined) this.#detail = Text.parse(details.explanation);
        return;
      }
      case 'message_stop':
        yield* this.end();
        return;
      default:
        // Types that are newer than this adapter are left out; an event without one is not sound.
        if (typeof event.type === 'string' || this.#told) return;
        this.#told = true;
        yield unreadable('an event without a type');
    }
  }

  /** What ends the turn, once. */
  *end(): Generator<ModelEvent> {
    if (this.#stopped) return;
    this.#stopped = true;
    yield* this.#blocks.endAll();
    yield {
      type: 'stop',
      reason: this.#stop ?? (this.#blocks.called ? 'tool_calls' : 'end'),
      usage: this.#usage,
      ...(this.#detail !== undefined && this.#detail !== '' && { detail: this.#detail }),
    };
  }

  /** Later figures are running totals: they replace the earlier ones, not all of which come again. */
  #count(given: unknown): void {
    const usage = UsageSchema.parse(Fields.parse(given) ?? {});
    const cachedInputTokens = usage.cache_read_input_tokens ?? this.#usage.cachedInputTokens;
    const cacheWriteTokens = usage.cache_creation_input_tokens ?? this.#usage.cacheWriteTokens ?? 0;
    const before = this.#usage.inputTokens - this.#usage.cachedInputTokens - (this.#usage.cacheWriteTokens ?? 0);
    this.#usage = {
      inputTokens: (usage.input_tokens ?? before) + cachedInputTokens + cacheWriteTokens,
      outputTokens: usage.output_tokens ?? this.#usage.outputTokens,
      cachedInputTokens,
      cacheWriteTokens,
    };
  }
}
