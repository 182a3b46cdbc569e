import type { ShellState } from '@/lib/ports';
import type { AgentOptions, PermissionMode } from '@/lib/protocol';
import type { HostContext } from '@/lib/tools/dispatch';
import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import type { HostPorts } from '../browser-ports';
import type { LegClient } from '../leg-client';
import type { MorePorts } from '../ports/needs';
import type { Dispatching, ToolKit } from '../tool-kit';

/** What the ports of a sub-agent are made of, beside those of the page. */
export interface ChildNeeds {
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
  ports: Pick<HostPorts, 'fetch' | 'wait' | 'locks' | 'database'>;
  client: LegClient;
  loadKit: (filter: ToolFilter) => Promise<ToolKit>;
  dispatching: Dispatching;
  openPorts: (needs: ChildNeeds) => Promise<MorePorts>;
  saveFiles: (wrote: boolean) => Promise<void>;
}

/** The agent that another one works for: what it may do bounds what that one may. */
export interface Parent {
  mode: () => PermissionMode;
  options: () => AgentOptions;
  context: (signal: AbortSignal) => Promise<HostContext>;
}
