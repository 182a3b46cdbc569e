import { MAX_TURNS, type AgentOptions } from '@/lib/protocol';
import type { ThreadHistory } from './history';
import { ATTEMPTS } from './retry';

/** What the server grants one thread, whatever a client asks for. */
export interface BudgetLimits {
  maxTurns: number;
  /** Tokens of a whole thread and the agents that work for it, input and output together. */
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

/** A client's options with what it left out taken from the run before, and nothing above the server's limits. */
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

export interface Exhausted {
  guard: 'turns' | 'tokens';
  message: string;
}

/** Which limit forbids the next model turn, if one does. `beside` are tokens that other agents of the conversation have used. */
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

/** Output tokens the next model turn may take. */
export const turnOutput = (
  { tokens }: ThreadHistory,
  options: AgentOptions,
  limits: BudgetLimits,
  beside: number,
): number => Math.max(1, Math.min(limits.turnOutput, (options.maxTokens ?? limits.maxTokens) - tokens - beside));
