import type { AGUIEvent, Tool, ToolMessage } from '@ag-ui/core';
import type { ModelOverrides } from '@/lib/models/overrides';
import type { Model, Usage } from '@/lib/models/model';
import type { Secrets } from '@/lib/models/secrets';
import type { AgentOptions, FoldedCall, ThreadState } from '@/lib/protocol';
import type { EventLog } from '@/lib/threads';
import type { Spending, BudgetLimits } from './budget';
import type { Exchanges } from './exchanges';
import type { Histories } from './history';

export type { Secrets };

/** Runs calls in the process of the agent loop. */
export interface InProcessExecutor {
  /** The tools of the next turn. */
  tools(): readonly Tool[];
  /** Runs a turn's calls. Never rejects. */
  answer(calls: readonly FoldedCall[]): Promise<ExecutorAnswer>;
}

export interface ExecutorAnswer {
  /** One for each call, in call order. */
  results: readonly ToolMessage[];
  /** Whether one of them says that the model is asked no more. */
  endsRun: boolean;
  /** Names of tools that were found: the model is shown them from then on. */
  found: readonly string[];
}

/** What a run needs of the world. */
export interface RunPorts {
  log: EventLog;
  /** Where requests and their answers are kept for a person to see; without it nobody sees them. */
  exchanges?: Exchanges;
  /** Throws `ModelError` where there is no such model, or no key for it. */
  createModel(options: AgentOptions, secrets: Secrets, overrides?: ModelOverrides): Model;
  /** US dollars. */
  costOf(modelName: string, usage: Usage): number;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Rejects when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** How long a run holds a thread without a sign of life, milliseconds. */
  leaseMs: number;
  limits: BudgetLimits;
  /** Without it calls are left to the client, whose tools are those of its input. */
  executor?: InProcessExecutor;
  /** Told of each event of a run once it is logged, with the thread as it is then. */
  heard?: (event: AGUIEvent, thread: ThreadState) => void;
  /** What may be spent with the server's own key; without it there is no limit but the thread's. */
  allowance?: Spending;
}

/** What the agent loop needs of the world. */
export interface AgentPorts extends RunPorts {
  histories: Histories;
}
