import type { recordingOf } from '@/lib/cassettes';
import type { ThreadState } from '@/lib/protocol';
import type { LiveCall } from '../executor/call-views';
import type { Toolset } from '../executor/toolset';
import type { Inbox } from '../thread/inbox';
import type { AgentRecord } from './agent-record';
import type { AgentRun } from './run-agent';

/** What the agents of a tree share: all records and runs. */
export interface SharedAgents {
  readonly records: () => readonly AgentRecord[];
  readonly find: (idOrName: string) => AgentRecord | undefined;
  /** Tokens used by all agents but this one, including the main agent: they share one budget. */
  readonly tokensBeside: (id: string) => number;
  /** The recording for the agent that this parent starts with this call. */
  readonly recordingFor: (parent: string, callId: string) => ReturnType<typeof recordingOf>;
  /** The id of the agent that this parent starts with this call. In a replay, the id in the recording, because models use it. */
  readonly idFor: (parent: string, callId: string) => string;
  readonly put: (record: AgentRecord) => Promise<void>;
  readonly change: (id: string, change: Partial<AgentRecord>) => void;
  readonly runs: Map<string, AgentRun>;
  readonly inboxOf: (id: string, wake: () => boolean) => Inbox;
  readonly converse: (id: string, thread: ThreadState, live: ReadonlyMap<string, LiveCall>, toolset: Toolset) => void;
  /** Asks it, and those it started, to end. */
  readonly stop: (id: string) => void;
}
