import type { ModelOverrides } from '@/lib/models/overrides';
import type { Model, Usage } from '@/lib/models/model';
import type { Secrets } from '@/lib/models/secrets';
import type { AgentOptions } from '@/lib/protocol';
import type { EventLog } from '@/lib/threads';
import type { Spending } from './quota';
import type { BudgetLimits } from './budget';
import type { Exchanges } from './exchanges';
import type { Histories } from './histories';

export type { Secrets };

/** What the agent loop needs of the world. */
export interface AgentPorts {
  log: EventLog;
  histories: Histories;
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
  /** What may be spent with the server's own key; without it there is no limit but the thread's. */
  allowance?: Spending;
}
