import type { ShellState } from '@/lib/ports';
import type { AgentOptions, PermissionMode } from '@/lib/protocol';
import type { CallContext } from '@/lib/tools/dispatch';
import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import type { ClientPorts } from '../browser-ports';
import type { RunClient } from '../thread/run-client';
import type { MorePorts } from '../ports/dependencies';
import type { Dispatching, Toolset } from '../executor/toolset';

/** What the ports of a sub-agent are made of, beside those of the page. */
export interface ChildDependencies {
  threadId: string;
  shell: ShellState | undefined;
  mode: () => PermissionMode;
  setMode: (mode: PermissionMode) => void;
  /** What the page knows one of its calls by. */
  callIdOf: (callId: string) => string;
  signal: AbortSignal;
}

/** What all of a thread's agents live in. */
export interface AgentWorld {
  ports: Pick<ClientPorts, 'fetch' | 'wait' | 'locks' | 'database'>;
  client: RunClient;
  loadToolset: (filter: ToolFilter) => Promise<Toolset>;
  dispatching: Dispatching;
  openPorts: (dependencies: ChildDependencies) => Promise<MorePorts>;
  saveFiles: (wrote: boolean) => Promise<void>;
}

/** The agent that another one works for: what it may do bounds what that one may. */
export interface Parent {
  mode: () => PermissionMode;
  options: () => AgentOptions;
  context: (signal: AbortSignal) => Promise<CallContext>;
}
