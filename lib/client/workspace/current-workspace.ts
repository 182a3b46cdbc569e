import type { Sandbox } from '@/lib/ports';
import { bootWorkspace, type BootedWorkspace, type BootWorkspaceOptions } from './boot-workspace';
import { whileBooting } from './boot-sandbox';
import type { ClientState, SandboxState } from '../state';

export interface CurrentWorkspaceOptions extends Pick<
  BootWorkspaceOptions,
  'choice' | 'ports' | 'signal' | 'onError' | 'onFilesProblem'
> {
  onChange: () => void;
}

/** The sandbox and its files, as they stand now. */
export interface CurrentWorkspace {
  /** Undefined where no sandbox starts. */
  readonly booted: Promise<BootedWorkspace | undefined>;
  /** Undefined while it boots. */
  readonly sandbox: Sandbox | undefined;
  readonly state: SandboxState;
  readonly workspace: ClientState['workspace'];
}

/** Boots the chosen sandbox and keeps what is reported of it. */
export function createCurrentWorkspace({ onChange, ...options }: CurrentWorkspaceOptions): CurrentWorkspace {
  let state: SandboxState = { phase: 'booting', why: whileBooting(options.choice), processes: 0 };
  let workspace: ClientState['workspace'] = 'none';
  let sandbox: Sandbox | undefined;
  const booted = bootWorkspace({
    ...options,
    onSandbox(change) {
      state = { ...state, ...change };
      onChange();
    },
    onWorkspace(saved) {
      workspace = saved;
      onChange();
    },
  });
  void booted.then((place) => {
    sandbox = place?.sandbox;
    onChange();
  });
  return {
    booted,
    get sandbox() {
      return sandbox;
    },
    get state() {
      return state;
    },
    get workspace() {
      return workspace;
    },
  };
}
