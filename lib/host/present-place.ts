import type { Sandbox } from '@/lib/ports';
import { bootPlace, type Place, type PlaceOptions } from './boot-place';
import { whileBooting } from './boot-sandbox';
import type { HostState, SandboxState } from './state';

export interface PresentPlaceOptions extends Pick<PlaceOptions, 'choice' | 'ports' | 'signal' | 'onError'> {
  onChange: () => void;
}

/** The sandbox and its files, as they stand now. */
export interface PresentPlace {
  /** Undefined where no sandbox starts. */
  readonly booted: Promise<Place | undefined>;
  /** Undefined while it boots. */
  readonly sandbox: Sandbox | undefined;
  readonly state: SandboxState;
  readonly workspace: HostState['workspace'];
}

/** Boots the chosen sandbox and keeps what is reported of it. */
export function createPresentPlace({ onChange, ...options }: PresentPlaceOptions): PresentPlace {
  let state: SandboxState = { phase: 'booting', why: whileBooting(options.choice), processes: 0 };
  let workspace: HostState['workspace'] = 'saved';
  let sandbox: Sandbox | undefined;
  const booted = bootPlace({
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
