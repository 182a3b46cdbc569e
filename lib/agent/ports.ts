import type { AGUIEvent, Tool, ToolMessage } from '@ag-ui/core';
import type { ModelOverrides } from '@/lib/models/overrides';
import type { Model, Usage, Secrets } from '@/lib/models/model';
import type { AgentOptions, FoldedCall, ThreadState } from '@/lib/protocol';
import type { EventLog } from '@/lib/threads';
import type { Spending, BudgetLimits } from './budget';
import type { RecentExchanges } from './exchanges';
import type { Histories } from './history';

export type { Secrets };

/** Runs calls in the process of the agent loop. */
export interface InProcessExecutor {
  /** The tools of the next turn. */
  tools(): readonly Tool[];
  /** Runs the calls of a turn. Never rejects. */
  answer(calls: readonly FoldedCall[]): Promise<ExecutorAnswer>;
}

export interface ExecutorAnswer {
  /** One for each call, in call order. */
  results: readonly ToolMessage[];
  /** Whether one of the results ends the run, so that the model is not asked again. */
  endsRun: boolean;
  /** Names of tools that a search found: the model is shown them from then on. */
  found: readonly string[];
}

/** What a run needs from its environment. */
export interface RunPorts {
  log: EventLog;
  /** Where requests and their answers are kept for a person to inspect; without it they are not kept. */
  exchanges?: RecentExchanges;
  /** Throws `ModelError` if there is no such model, or no key for it. */
  createModel(options: AgentOptions, secrets: Secrets, overrides?: ModelOverrides): Model;
  /** In US dollars. */
  costOf(modelName: string, usage: Usage): number;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Rejects when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** How long a run holds a thread without renewing its lease, in milliseconds. */
  leaseMs: number;
  limits: BudgetLimits;
  /** Without it, calls are left to the client, whose tools come with its input. */
  executor?: InProcessExecutor;
  /** Called with each event of a run once it is logged, and the thread at that point. */
  onEvent?: (event: AGUIEvent, thread: ThreadState) => void;
  /** Called with the size of the run's thread in memory whenever it has grown; throws `NoRoomError` if that is too much. */
  grow?: (size: number) => void;
  /** What may be spent with the server's own key; without it only the thread's limits apply. */
  allowance?: Spending;
}

/** What the agent loop needs from its environment. */
export interface AgentPorts extends RunPorts {
  histories: Histories;
}
