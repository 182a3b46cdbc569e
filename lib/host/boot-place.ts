import type { Sandbox } from '@/lib/ports';
import { bootSandbox, type SandboxChoice } from './boot-sandbox';
import type { HostPorts } from './browser-ports';
import type { HostState, SandboxState } from './state';
import { createWorkspace, type Workspace } from './workspace';

/** Where calls are run: a sandbox that has booted, and its files. */
export interface Place {
  sandbox: Sandbox;
  workspace: Workspace;
}

export interface PlaceOptions {
  choice: SandboxChoice;
  ports: HostPorts;
  signal: AbortSignal;
  onSandbox: (change: Partial<SandboxState>) => void;
  onWorkspace: (state: HostState['workspace']) => void;
  /** A fault inside the sandbox that no call reports. */
  onError: (message: string) => void;
}

/** Boots the sandbox and reports on it. Undefined where none starts: tools then answer that they have none. */
export async function bootPlace({
  choice,
  ports,
  signal,
  onSandbox,
  onWorkspace,
  onError,
}: PlaceOptions): Promise<Place | undefined> {
  const startedAt = performance.now();
  const boot = await bootSandbox(choice, ports.adapters, signal);
  if (!boot.ok) {
    onSandbox({ phase: 'failed', why: boot.why });
    return undefined;
  }
  const { sandbox, why } = boot;
  if (signal.aborted) {
    sandbox.teardown();
    return undefined;
  }
  const snapshots = await ports.snapshots;
  onSandbox({ phase: 'ready', kind: sandbox.kind, why, bootMs: performance.now() - startedAt });
  sandbox.on('processes', ({ count }) => onSandbox({ processes: count }));
  sandbox.on('error', ({ message }) => onError(message));
  const workspace = createWorkspace({ sandbox, snapshots, onState: onWorkspace });
  signal.addEventListener('abort', () => {
    workspace.dispose();
    sandbox.teardown();
  });
  return { sandbox, workspace };
}
