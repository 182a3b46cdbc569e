import type { BlobStore, Sandbox } from '@/lib/ports';
import { whileBooting, bootSandbox, type BootChoice } from './boot-sandbox';
import type { ClientState, SandboxState } from '../state';
import type { ClientPorts } from '../browser-ports';
import { createFileTracker, type FileTracker } from './file-tracker';
import { createWorkspace, type FilesProblem, type Workspace } from './workspace';

/** Where calls run: a booted sandbox and its files. */
export interface BootedWorkspace {
  sandbox: Sandbox;
  workspace: Workspace;
  tracker: FileTracker;
}

interface BootWorkspaceOptions {
  choice: BootChoice;
  ports: ClientPorts;
  blobs: BlobStore;
  signal: AbortSignal;
  onSandbox: (change: Partial<SandboxState>) => void;
  onWorkspace: (state: ClientState['workspace']) => void;
  /** Reports an internal failure of the sandbox that no call reports. */
  onError: (message: string) => void;
  onFilesProblem: (code: FilesProblem, message: string) => void;
}

/** Boots the sandbox and reports its state. Undefined if none starts: tools then answer that there is none. */
async function bootWorkspace({
  choice,
  ports,
  blobs,
  signal,
  onSandbox,
  onWorkspace,
  onError,
  onFilesProblem,
}: BootWorkspaceOptions): Promise<BootedWorkspace | undefined> {
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
  const tracker = createFileTracker(sandbox, blobs);
  const workspace = createWorkspace({
    sandbox,
    snapshots,
    onState: onWorkspace,
    onReplaced: tracker.begin,
    onProblem: onFilesProblem,
  });
  sandbox.on('lost', ({ why: cause }) => {
    workspace.dispose();
    onWorkspace('none');
    onSandbox({ phase: 'failed', why: cause, processes: 0 });
    onError(cause);
  });
  // A tab that is left, closed or put in the background may never come back.
  ports.visibility?.onChange(() => ports.visibility?.hidden() && void workspace.save(), signal);
  signal.addEventListener('abort', () => {
    workspace.dispose();
    sandbox.teardown();
  });
  return { sandbox, workspace, tracker };
}

interface CurrentWorkspaceOptions extends Pick<
  BootWorkspaceOptions,
  'choice' | 'ports' | 'blobs' | 'signal' | 'onError' | 'onFilesProblem'
> {
  onChange: () => void;
}

/** The sandbox and its files in their current state. */
export interface CurrentWorkspace {
  /** Undefined if no sandbox starts. */
  readonly booted: Promise<BootedWorkspace | undefined>;
  /** Undefined while it boots. */
  readonly sandbox: Sandbox | undefined;
  readonly state: SandboxState;
  readonly workspace: ClientState['workspace'];
}

/** Boots the chosen sandbox and keeps its reported state. */
export function createCurrentWorkspace({ onChange, ...options }: CurrentWorkspaceOptions): CurrentWorkspace {
  const booted = bootWorkspace({
    ...options,
    onSandbox(change) {
      current.state = { ...current.state, ...change };
      onChange();
    },
    onWorkspace(saved) {
      current.workspace = saved;
      onChange();
    },
  });
  const current: Writable<CurrentWorkspace> = {
    booted,
    sandbox: undefined,
    state: { phase: 'booting', chosen: options.choice, why: whileBooting(options.choice), processes: 0 },
    workspace: 'none',
  };
  void booted.then((found) => {
    current.sandbox = found?.sandbox;
    onChange();
  });
  return current;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
