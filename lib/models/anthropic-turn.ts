import type Anthropic from '@anthropic-ai/sdk';
import type { ModelEvent, StopReason, Usage } from './model';
import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import { seal } from './sealed';
import { serverBlock, wordsFor } from './server-blocks';

const STOPS: Readonly<Record<Anthropic.StopReason, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tool_calls',
  max_tokens: 'max_tokens',
  refusal: 'refusal',
  pause_turn: 'pause',
  model_context_window_exceeded: 'context_exceeded',
};

/** Turns one reply's stream events into model events. */
export class AnthropicTurn {
  /** The provider's name of the model: its thoughts are sealed for itself. */
  readonly #name: string;
  /** Open calls by the index of their block. */
  readonly #calls = new Map<number, string>();
  /** Signatures of open thoughts, likewise. */
  readonly #thoughts = new Map<number, string>();
  /** Open calls of the provider's own tools, and what their arguments are so far, likewise. */
  readonly #served = new Map<number, { block: Anthropic.ServerToolUseBlock; args: string }>();
  #usage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  #stop: StopReason | undefined;
  #detail: string | undefined;
  #over = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the reply came to its end. */
  get over(): boolean {
    return this.#over;
  }

  *events(event: Anthropic.RawMessageStreamEvent): Generator<ModelEvent> {
    switch (event.type) {
      case 'message_start':
        this.#count(event.message.usage);
        yield { type: 'usage', usage: this.#usage };
        return;
      case 'content_block_start':
        yield* this.#begin(event);
        return;
      case 'content_block_delta':
        yield* this.#delta(event);
        return;
      case 'content_block_stop': {
        const id = this.#calls.get(event.index);
        this.#calls.delete(event.index);
        if (id !== undefined) yield { type: 'call-end', id };
        yield* this.#endThought(event.index);
        yield* this.#endServed(event.index);
        return;
      }
      case 'message_delta':
        this.#count(event.usage);
        // A reason that is newer than this table ends the turn like any other.
        if (event.delta.stop_reason) this.#stop = STOPS[event.delta.stop_reason] ?? 'end';
        this.#detail = event.delta.stop_details?.explanation ?? this.#detail;
        return;
      case 'message_stop':
        this.#over = true;
        yield {
          type: 'stop',
          reason: this.#stop ?? 'end',
          usage: this.#usage,
          ...(this.#detail !== undefined && { detail: this.#detail }),
        };
    }
  }

  *#begin({ index, content_block: block }: Anthropic.RawContentBlockStartEvent): Generator<ModelEvent> {
    if (block.type === 'tool_use') {
      this.#calls.set(index, block.id);
      yield { type: 'call-start', id: block.id, name: block.name };
    } else if (block.type === 'text' && block.text !== '') {
      yield { type: 'text', delta: block.text };
    } else if (block.type === 'thinking') {
      this.#thoughts.set(index, block.signature);
      if (block.thinking !== '') yield { type: 'reasoning', delta: block.thinking };
    } else if (block.type === 'redacted_thinking') {
      yield {
        type: 'reasoning-end',
        sealed: seal({ by: this.#name, kind: 'redacted-thinking', value: block.data }),
      };
    } else if (block.type === 'server_tool_use') this.#served.set(index, { block, args: '' });
    else yield* this.#keep(block);
  }

  *#delta({ index, delta }: Anthropic.RawContentBlockDeltaEvent): Generator<ModelEvent> {
    if (delta.type === 'text_delta') yield { type: 'text', delta: delta.text };
    else if (delta.type === 'thinking_delta') yield { type: 'reasoning', delta: delta.thinking };
    else if (delta.type === 'signature_delta') {
      this.#thoughts.set(index, (this.#thoughts.get(index) ?? '') + delta.signature);
    } else if (delta.type === 'input_json_delta') {
      const id = this.#calls.get(index);
      if (id !== undefined) yield { type: 'call-args', id, delta: delta.partial_json };
      const served = this.#served.get(index);
      if (served) served.args += delta.partial_json;
    }
  }

  *#endThought(index: number): Generator<ModelEvent> {
    const value = this.#thoughts.get(index);
    this.#thoughts.delete(index);
    if (value === undefined) return;
    yield {
      type: 'reasoning-end',
      ...(value !== '' && { sealed: seal({ by: this.#name, kind: 'thinking', value }) }),
    };
  }

  *#endServed(index: number): Generator<ModelEvent> {
    const served = this.#served.get(index);
    this.#served.delete(index);
    if (!served) return;
    const input = parseJson(z.unknown(), served.args);
    yield* this.#keep(input.ok ? { ...served.block, input: input.value } : served.block);
  }

  /** What the provider did itself goes back with the thoughts. */
  *#keep(candidate: Anthropic.ContentBlock): Generator<ModelEvent> {
    const block = serverBlock(candidate);
    if (!block) return;
    yield { type: 'reasoning', delta: wordsFor(block) };
    yield {
      type: 'reasoning-end',
      sealed: seal({ by: this.#name, kind: 'server-block', value: JSON.stringify(block) }),
    };
  }

  /** Later figures are running totals: they replace the earlier ones, not all of which come again. */
  #count(usage: Partial<Anthropic.Usage> | Anthropic.MessageDeltaUsage): void {
    const { input_tokens: plain, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage;
    const cachedInputTokens = read ?? this.#usage.cachedInputTokens;
    const cacheWriteTokens = written ?? this.#usage.cacheWriteTokens ?? 0;
    const before = this.#usage.inputTokens - this.#usage.cachedInputTokens - (this.#usage.cacheWriteTokens ?? 0);
    this.#usage = {
      inputTokens: (plain ?? before) + cachedInputTokens + cacheWriteTokens,
      outputTokens: usage.output_tokens ?? this.#usage.outputTokens,
      cachedInputTokens,
      cacheWriteTokens,
    };
  }
}
