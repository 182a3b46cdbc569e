import type { AgentOptions, PermissionMode } from '@/lib/protocol';
import type { CallContext } from '@/lib/tools/dispatch';
import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import type { ClientPorts } from '../browser-ports';
import type { RunClient } from '../run-client';
import type { ChildDependencies, MorePorts } from '../ports/dependencies';
import type { Project } from '../workspace/project';
import type { Dispatching, Toolset } from '../executor/toolset';

/** The environment that all agents of a thread share. */
export interface AgentWorld {
  ports: Pick<ClientPorts, 'fetch' | 'wait' | 'locks' | 'database'>;
  client: RunClient;
  loadToolset: (filter: ToolFilter) => Promise<Toolset>;
  dispatching: Dispatching;
  openPorts: (dependencies: ChildDependencies) => Promise<MorePorts>;
  files: Pick<Project, 'beforeCall' | 'afterCall' | 'save'>;
}

/** The agent that a sub-agent works for: its permissions limit the sub-agent's. */
export interface Parent {
  mode: () => PermissionMode;
  options: () => AgentOptions;
  context: (signal: AbortSignal) => Promise<CallContext>;
}
