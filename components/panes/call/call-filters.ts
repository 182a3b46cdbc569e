import type { CallView, ClientState } from '@/lib/client/state';

/** A call as the call list shows it. */
export interface ListedCall {
  readonly call: CallView;
  /** Its number among the calls of the agent that made it. */
  readonly number: number;
  /** The sub-agent that made it, if any. */
  readonly agent?: string;
}

/** What the call list may be narrowed to: the calls of one outcome that a person may want to look into. */
export const CALL_FILTERS = ['all', 'invalid', 'denied', 'failed', 'aborted'] as const;
export type CallFilter = (typeof CALL_FILTERS)[number];

export const isListed = (filter: CallFilter, { phase }: CallView): boolean => filter === 'all' || filter === phase;

/** All calls of a thread: the agent's own, then those of each sub-agent. */
export const listedCalls = ({ calls, agents }: Pick<ClientState, 'calls' | 'agents'>): ListedCall[] => [
  ...calls.map((call, index) => ({ call, number: index + 1 })),
  ...agents.flatMap(({ name, calls: own }) => own.map((call, index) => ({ call, number: index + 1, agent: name }))),
];
