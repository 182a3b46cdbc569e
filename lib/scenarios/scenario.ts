import type { AgentOptions, Hook, RateLimits } from '@/lib/protocol';
import type { History } from './history';

/** A call a scripted turn makes. `rawArguments` is sent as it is, valid JSON or not. */
export type ScriptedCall =
  | { name: string; input: Readonly<Record<string, unknown>> }
  | { name: string; rawArguments: string };

/** What goes wrong on the provider's side instead of, or in the middle of, a turn. */
export type Fault = { status: 401 | 429 | 500 | 529; retryAfterMs?: number } | 'broken-stream';

/** One turn of a scripted model. */
export interface ScriptedTurn {
  reasoning?: string;
  text?: string;
  calls?: readonly ScriptedCall[];
  /** Why the turn ends; told from its calls where left out. */
  stop?: 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal';
  fault?: Fault;
}

/** How often the same turn was asked for, counting from 1; more than 1 after a provider's fault. */
export interface TurnAttempt {
  attempt: number;
}

/**
 * What a page sets for a scenario's thread, and for that thread only, so that one click shows what the scenario is about.
 * Plain JSON. A setting that is left out stays as the person has it.
 */
export interface ScenarioSetup {
  readonly options?: Readonly<Partial<AgentOptions>>;
  readonly limits?: Readonly<Partial<RateLimits>>;
  /** Beside the person's own hooks. */
  readonly hooks?: readonly Hook[];
  /** Permission rules, beside the person's own. */
  readonly rules?: Readonly<Partial<Record<'allow' | 'deny' | 'ask', readonly string[]>>>;
}

/** What a sub-agent of a scenario says: chosen by what it was told. */
export interface Role {
  /** The words it was told first. */
  prompt: string;
  /** `history` begins with those words. */
  next(history: History, asked: TurnAttempt): ScriptedTurn;
}

/**
 * A scripted conversation: a pure function of what was said so far, so that any process can go on with it. It answers what
 * it sees, results and refusals, and never counts turns.
 */
export interface Scenario {
  id: string;
  title: string;
  /** What a person learns from it, in one sentence. */
  summary: string;
  /** The words that start it. */
  prompt: string;
  /** Folder below `/samples` that is mounted for it. */
  sample: string;
  /** The tools it cannot do without, by our names, and fields of them it uses: `Bash`, `Bash.run_in_background`. */
  needs: readonly string[];
  setup?: ScenarioSetup;
  /** Who its sub-agents are. */
  roles?: readonly Role[];
  /** `history` begins with the prompt. */
  next(history: History, asked: TurnAttempt): ScriptedTurn;
}
