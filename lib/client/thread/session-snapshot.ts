import { emptyThread, type ThreadState } from '@/lib/protocol';
import type { LiveCall } from '../executor/call-views';
import type { DynamicTool, ShellState } from '@/lib/ports';
import type { AgentView } from '../agent-view';
import type { MorePorts } from '../ports/dependencies';

export interface Failure {
  code: string;
  message: string;
  /** The person's text that the server refused, which sending again does not help. */
  unsent?: string;
  /** The person has stopped what failed, or a stop failed: there is nothing to go on with. */
  stop?: true;
}

/** The state of a session, for the page. */
export interface SessionSnapshot {
  thread: ThreadState;
  live: ReadonlyMap<string, LiveCall>;
  loading: boolean;
  posting: boolean;
  stopping: boolean;
  executor: 'mine' | 'elsewhere';
  connection: 'off' | 'open' | 'reconnecting';
  /** Whether the server knows the thread. */
  known: boolean;
  failure?: Failure;
}

/** Failures after which what was not sent goes with what is said next. */
export const TRANSIENT: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'NOT_TAKEN', 'TOO_MANY', 'BUDGET_EXCEEDED']);

/** Whether the server has refused for good what would have begun the thread. */
export const neverBegan = ({ known, failure }: Pick<SessionSnapshot, 'known' | 'failure'>): boolean =>
  !known && failure !== undefined && !TRANSIENT.has(failure.code);

/** The snapshot before there is a thread. */
export const NO_SESSION: SessionSnapshot = {
  thread: emptyThread,
  live: new Map(),
  loading: false,
  posting: false,
  stopping: false,
  executor: 'mine',
  connection: 'off',
  known: false,
};

/** What the page shows of a thread's resources. */
export interface ShownResources {
  readonly agents: readonly AgentView[];
  /** Its dynamic tools. */
  readonly dynamicTools: readonly DynamicTool[];
  /** Undefined if there is no sandbox. */
  readonly shell: ShellState | undefined;
  /** The page's ports, plus those of the thread once they are open. */
  readonly ports: MorePorts;
}
