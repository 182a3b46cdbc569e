import type { CallView, ClientState } from '@/lib/client/state';
import type { Messages } from '../../messages/catalogues';

/** A call as the call list shows it. */
export interface ListedCall {
  readonly call: CallView;
  /** Its number among the calls of the agent that made it. */
  readonly number: number;
  /** The sub-agent that made it, if any. */
  readonly agent?: string;
}

const UNDONE: ReadonlySet<CallView['phase']> = new Set(['failed', 'denied', 'aborted']);

/** Filters of the call list; `title` is a message key. */
export const CALL_FILTERS = [
  { id: 'all', title: 'all', keeps: () => true },
  { id: 'issues', title: 'issues', keeps: ({ issues }: CallView) => issues.length > 0 },
  { id: 'failed', title: 'undone', keeps: ({ phase }: CallView) => UNDONE.has(phase) },
] as const satisfies readonly { id: string; title: keyof Messages['call']; keeps: (call: CallView) => boolean }[];

export type CallFilter = (typeof CALL_FILTERS)[number];

/** All calls of a thread: the agent's own, then those of each sub-agent. */
export const listedCalls = ({ calls, agents }: Pick<ClientState, 'calls' | 'agents'>): ListedCall[] => [
  ...calls.map((call, index) => ({ call, number: index + 1 })),
  ...agents.flatMap(({ name, calls: own }) => own.map((call, index) => ({ call, number: index + 1, agent: name }))),
];
