import type { AGUIEvent } from '@ag-ui/core';
import type { ModelEvent, Usage } from '@/lib/models/model';
import { custom } from './events';
import type { Quota } from './quota';

/** Characters of a reply per token, roughly: for a reply that ended before its figures came. */
const CHARACTERS = 4;

export interface TurnUsageOptions {
  model: string;
  now: () => number;
  /** US dollars. */
  costOf: (model: string, usage: Usage) => number;
  quota: Quota;
}

/** Measures one attempt at a turn: its times, and what it used or at least has used. */
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

  /** The turn came to its end. */
  end(stop: string): AGUIEvent {
    return this.#turn(stop, this.#usage ?? NOTHING);
  }

  /** The turn was stopped or failed: what is known of its usage, and at least what was said. Nothing where nothing came. */
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
    return custom('toolyard.turn', { stop, model, ...figures, ...times });
  }
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
