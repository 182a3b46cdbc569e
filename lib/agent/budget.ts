import { MAX_TURNS, type AgentOptions, customEvent } from '@/lib/protocol';
import type { ThreadHistory } from './history';
import { ATTEMPTS } from './retry';
import { keyFor, type Secrets, type ModelEvent, type Usage } from '@/lib/models/model';
import type { AGUIEvent } from '@ag-ui/core';

/** The server's limits for one thread. A client's options may lower them, never raise them. */
export interface BudgetLimits {
  maxTurns: number;
  /** Tokens of a thread and the agents that work for it, input and output together. */
  maxTokens: number;
  /** Output tokens of one model turn. */
  turnOutput: number;
  /** Attempts at one model turn, the first included. */
  attempts: number;
}

export const DEFAULT_LIMITS: BudgetLimits = {
  maxTurns: MAX_TURNS,
  maxTokens: 5_000_000,
  turnOutput: 16_000,
  attempts: ATTEMPTS,
};

/** A client's options, completed from those of the run before and capped at the server's limits. */
export function mergeOptions(
  before: AgentOptions,
  chosen: AgentOptions,
  limits: Pick<BudgetLimits, 'maxTurns' | 'maxTokens'>,
): AgentOptions {
  const merged = { ...before, ...chosen };
  return {
    ...merged,
    ...(merged.maxTurns !== undefined && { maxTurns: Math.min(merged.maxTurns, limits.maxTurns) }),
    ...(merged.maxTokens !== undefined && { maxTokens: Math.min(merged.maxTokens, limits.maxTokens) }),
  };
}

interface Exhausted {
  guard: 'turns' | 'tokens';
  message: string;
}

/** The limit that forbids the next model turn, if any. `beside`: tokens that other agents of the conversation have used. */
export function exhausted(
  { turns, tokens }: ThreadHistory,
  options: AgentOptions,
  limits: BudgetLimits,
  beside: number,
): Exhausted | undefined {
  const maxTurns = options.maxTurns ?? limits.maxTurns;
  if (turns >= maxTurns) {
    const message = `The agent stopped after ${maxTurns} model turns. It goes on when you say something or let it go on.`;
    return { guard: 'turns', message };
  }
  const maxTokens = options.maxTokens ?? limits.maxTokens;
  if (tokens + beside < maxTokens) return undefined;
  const used =
    beside === 0
      ? `this thread has used ${tokens} of its ${maxTokens} tokens`
      : `this thread has used ${tokens} tokens and the other agents of the conversation ${beside}, together ${tokens + beside} of their ${maxTokens}`;
  return { guard: 'tokens', message: `The agent stopped: ${used}. Raise the budget to go on.` };
}

/** Output tokens that the next model turn may use. */
export const turnOutput = (
  { tokens }: ThreadHistory,
  options: AgentOptions,
  limits: BudgetLimits,
  beside: number,
): number => Math.max(1, Math.min(limits.turnOutput, (options.maxTokens ?? limits.maxTokens) - tokens - beside));

/** Tokens that may be spent with the server's own key in one day, input and output together. */
export interface AllowanceLimits {
  /** By one session. */
  session: number;
  /** By one address, since anyone can open new sessions. */
  address: number;
  /** By all sessions together. */
  total: number;
}

/** What may be spent with the server's own key, as seen by one session and address. */
export interface Spending {
  /** Which budget is used up, if any, and in how many seconds there is a new one. */
  exhausted(owner: string): { budget: keyof AllowanceLimits; retryAfter: number } | undefined;
  /** Tokens a session may still spend today. */
  left(owner: string): number;
  spend(owner: string, tokens: number): void;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Counts what is spent with the server's own key per session, per address and in total, starting at midnight UTC. Kept in
 * memory: a restart resets it, and each server process counts for itself.
 */
export class Allowance {
  readonly #limits: AllowanceLimits;
  readonly #now: () => number;
  readonly #spent = new Map<string, number>();
  #day = '';

  constructor(limits: AllowanceLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The same budgets, for requests from one address. */
  from(address: string): Spending {
    const counts = (owner: string) => [
      { budget: 'total' as const, key: 'total' },
      { budget: 'address' as const, key: `address ${address}` },
      { budget: 'session' as const, key: `session ${owner}` },
    ];
    const leftOf = ({ budget, key }: ReturnType<typeof counts>[number]): number => this.#limits[budget] - this.#of(key);
    return {
      exhausted: (owner) => {
        const used = counts(owner).find((count) => leftOf(count) <= 0);
        return used && { budget: used.budget, retryAfter: Math.ceil((DAY_MS - (this.#now() % DAY_MS)) / 1000) };
      },
      left: (owner) => Math.max(0, Math.min(...counts(owner).map(leftOf))),
      spend: (owner, tokens) => {
        for (const { key } of counts(owner)) this.#spent.set(key, this.#of(key) + tokens);
      },
    };
  }

  #of(key: string): number {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    if (day !== this.#day) this.#spent.clear();
    this.#day = day;
    return this.#spent.get(key) ?? 0;
  }
}

/** What one run may spend of the server's own key. */
export interface Quota {
  /** Tokens; infinite unless the server pays. */
  left(): number;
  spend(tokens: number): void;
  /** Why nothing more may be spent, and in how many seconds something may again; undefined if something may now. */
  empty(): { message: string; retryAfter: number } | undefined;
}

const UNLIMITED: Quota = { left: () => Number.POSITIVE_INFINITY, spend: () => undefined, empty: () => undefined };

const WHOSE = {
  session: 'This session has used up what it may spend today',
  address: 'Your address has used up what it may spend today',
  total: 'This server has used up what it may spend today',
};

/** The quota of a run: only turns that the server pays for are counted. */
export function quotaOf(
  { allowance }: { allowance?: Spending },
  owner: string,
  options: AgentOptions,
  secrets: Secrets,
): Quota {
  if (!allowance || !secrets.own || keyFor(options, secrets)?.own !== true) return UNLIMITED;
  return {
    left: () => allowance.left(owner),
    spend: (tokens) => allowance.spend(owner, tokens),
    empty: () => {
      const used = allowance.exhausted(owner);
      if (!used) return undefined;
      const { budget, retryAfter } = used;
      const message = `${WHOSE[budget]} with the server's own key. Type a key of your own, or come again in ${retryAfter} s.`;
      return { message, retryAfter };
    },
  };
}

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
