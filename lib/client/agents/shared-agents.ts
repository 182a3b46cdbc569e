import type { recordingOf } from '@/lib/cassettes';
import type { ThreadState } from '@/lib/protocol';
import type { LiveCall } from '../executor/call-views';
import type { Toolset } from '../executor/toolset';
import type { Inbox } from '../thread/inbox';
import type { AgentRecord } from './agent-record';
import type { AgentRun } from './run-agent';

/** What the agents of a tree share: who there is, and who works. */
export interface SharedAgents {
  readonly records: () => readonly AgentRecord[];
  readonly find: (idOrName: string) => AgentRecord | undefined;
  /** Tokens that all but this one have used, the main agent among them: they share one budget. */
  readonly tokensBeside: (id: string) => number;
  /** What an agent replays that this one starts by this call. */
  readonly recordingFor: (parent: string, callId: string) => ReturnType<typeof recordingOf>;
  /** What an agent is called that this one starts by this call: as in the recording that is replayed, for models use its name. */
  readonly idFor: (parent: string, callId: string) => string;
  readonly put: (record: AgentRecord) => Promise<void>;
  readonly change: (id: string, change: Partial<AgentRecord>) => void;
  readonly runs: Map<string, AgentRun>;
  readonly inboxOf: (id: string, wake: () => boolean) => Inbox;
  readonly converse: (id: string, thread: ThreadState, live: ReadonlyMap<string, LiveCall>, toolset: Toolset) => void;
  /** Asks it, and those it started, to end. */
  readonly stop: (id: string) => void;
}
