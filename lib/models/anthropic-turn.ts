import type Anthropic from '@anthropic-ai/sdk';
import { AnthropicBlocks } from './anthropic-blocks';
import type { ModelEvent, StopReason, Usage } from './model';
import { fieldsIn, figureIn, textInside, unreadable } from './odd-shapes';

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

/** Turns one reply's stream events into model events, and tolerates fields of unexpected types. */
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

  /** Whether the reply is complete: some servers omit the last event. */
  get over(): boolean {
    return this.#stopped || this.#stop !== undefined;
  }

  *events(given: unknown): Generator<ModelEvent> {
    if (this.#stopped) return;
    const event = fieldsIn(given);
    const index = figureIn(event.index);
    switch (event.type) {
      case 'message_start':
        this.#count(fieldsIn(event.message).usage);
        yield { type: 'usage', usage: this.#usage };
        return;
      case 'content_block_start':
        yield* this.#blocks.begin(index, event.content_block);
        return;
      case 'content_block_delta':
        yield* this.#blocks.delta(index, event.delta);
        return;
      case 'content_block_stop':
        yield* this.#blocks.end(index);
        return;
      case 'message_delta': {
        const delta = fieldsIn(event.delta);
        const reason = textInside(delta.stop_reason);
        const detail = textInside(fieldsIn(delta.stop_details).explanation);
        this.#count(event.usage);
        // A stop reason that is newer than this table ends the turn normally.
        if (reason !== '') this.#stop = STOPS.get(reason) ?? 'end';
        if (detail !== '') this.#detail = detail;
        return;
      }
      case 'message_stop':
        yield* this.end();
        return;
      default:
        // Ignore types that are newer than this adapter; an event without a type is malformed.
        if (typeof event.type === 'string' || this.#told) return;
        this.#told = true;
        yield unreadable('an event without a type');
    }
  }

  /** The events that end the turn; yields them only once. */
  *end(): Generator<ModelEvent> {
    if (this.#stopped) return;
    this.#stopped = true;
    yield* this.#blocks.endAll();
    yield {
      type: 'stop',
      reason: this.#stop ?? (this.#blocks.called ? 'tool_calls' : 'end'),
      usage: this.#usage,
      ...(this.#detail !== undefined && { detail: this.#detail }),
    };
  }

  /** Later figures are running totals: they replace earlier ones, and may omit some of them. */
  #count(given: unknown): void {
    const usage = fieldsIn(given);
    const cachedInputTokens = figureIn(usage.cache_read_input_tokens) ?? this.#usage.cachedInputTokens;
    const cacheWriteTokens = figureIn(usage.cache_creation_input_tokens) ?? this.#usage.cacheWriteTokens ?? 0;
    const before = this.#usage.inputTokens - this.#usage.cachedInputTokens - (this.#usage.cacheWriteTokens ?? 0);
    this.#usage = {
      inputTokens: (figureIn(usage.input_tokens) ?? before) + cachedInputTokens + cacheWriteTokens,
      outputTokens: figureIn(usage.output_tokens) ?? this.#usage.outputTokens,
      cachedInputTokens,
      cacheWriteTokens,
    };
  }
}
