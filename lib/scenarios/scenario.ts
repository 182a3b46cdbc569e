import type { AgentOptions, Hook, RateLimits } from '@/lib/protocol';
import type { History } from './history';

/** A call in a scripted turn. `rawArguments` is sent unchanged, valid JSON or not. */
export type ScriptedCall =
  | { name: string; input: Readonly<Record<string, unknown>> }
  | { name: string; rawArguments: string };

/** A failure on the provider's side, in place of a turn or in the middle of it. */
export type Fault = { status: 401 | 429 | 500 | 529; retryAfterMs?: number } | 'broken-stream';

/** One turn of a scripted model. */
export interface ScriptedTurn {
  reasoning?: string;
  text?: string;
  calls?: readonly ScriptedCall[];
  /** Why the turn ends; if omitted, derived from whether it has calls. */
  stop?: 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal';
  fault?: Fault;
}

/** Which request for the same turn this is, counting from 1; more than 1 after a provider's fault. */
export interface TurnAttempt {
  attempt: number;
}

/** A call of one of the thread's tools that a person's words seem to be about; undefined if there are no tools. */
export type CallFor = (words: string) => { readonly name: string; readonly input: object } | undefined;

/**
 * Settings that the page applies to a scenario's thread only, so that one click shows what the scenario is about. Plain
 * JSON. An omitted setting stays as the person has it.
 */
export interface ScenarioSetup {
  readonly options?: Readonly<Partial<AgentOptions>>;
  readonly limits?: Readonly<Partial<RateLimits>>;
  /** In addition to the person's own hooks. */
  readonly hooks?: readonly Hook[];
  /** Permission rules, in addition to the person's own. */
  readonly rules?: Readonly<Partial<Record<'allow' | 'deny' | 'ask', readonly string[]>>>;
}

/** The script of a sub-agent, chosen by its task. */
export interface Role {
  /** The task that the sub-agent is started with. */
  prompt: string;
  /** `history` begins with that task. */
  next(history: History, asked: TurnAttempt): ScriptedTurn;
}

/**
 * A scripted conversation: a pure function of the history, so that any process can continue it. It reacts to the results and
 * refusals that it sees, and never counts turns.
 */
export interface Scenario {
  id: string;
  title: string;
  /** What it teaches a person, in one sentence. */
  summary: string;
  /** The words that start it. */
  prompt: string;
  /** Folder below `/samples` that is mounted for it. */
  sample: string;
  /** The tools it requires, by their built-in names, and fields of them that it uses: `Bash`, `Bash.run_in_background`. */
  needs: readonly string[];
  setup?: ScenarioSetup;
  /** The scripts of its sub-agents. */
  roles?: readonly Role[];
  /** `history` begins with the prompt. */
  next(history: History, asked: TurnAttempt): ScriptedTurn;
}
