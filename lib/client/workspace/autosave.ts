import type { ClientState } from '../state';

/** Milliseconds the files must be quiet before they are saved, and after which they are saved although they are not. */
const QUIET_MS = 100;
const LATEST_MS = 800;
/** Milliseconds after which a save that failed is tried again: what was in its way may be gone. */
const AGAIN_MS = 5_000;

export interface AutosaveOptions {
  /** Saves all there is under a name. */
  save: (name: string) => Promise<void>;
  /** Runs a save after whatever is being done with the files. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  onState: (state: ClientState['workspace']) => void;
  /** A save failed, and the one before did not. */
  onFailed: (error: unknown) => void;
}

/** Saves files a little after they change, under the name of whoever they belong to. */
export interface Autosave {
  /** Under which they are saved; undefined: they are not. */
  owner: string | undefined;
  readonly dirty: boolean;
  /** Something has changed: it is saved in a while. */
  changed(): void;
  /** Something may have changed: the next save does not leave it out. */
  touch(): void;
  /** What there is needs no saving. */
  clean(): void;
  /** Waits no longer for the files to be quiet. */
  cancel(): void;
  /** Saves what has changed. Never rejects. */
  write(): Promise<void>;
}

export function createAutosave({ save, inTurn, onState, onFailed }: AutosaveOptions): Autosave {
  let owner: string | undefined;
  let dirty = false;
  /** When the first change came that is not saved. */
  let since: number | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  /** Saving takes half the time at most: what is very much to save must not keep the page from everything else. */
  let notBefore = 0;
  let failed = false;

  const clean = () => {
    dirty = false;
    since = undefined;
  };
  const write = async () => {
    if (!dirty || owner === undefined) return;
    clean();
    onState('saving');
    const began = Date.now();
    try {
      await save(owner);
      notBefore = 2 * Date.now() - began;
      failed = false;
      onState(dirty ? 'saving' : 'saved');
    } catch (error) {
      dirty = true;
      onState('failed');
      if (!failed) onFailed(error);
      failed = true;
      clearTimeout(quiet);
      quiet = setTimeout(() => void inTurn(write), AGAIN_MS);
    }
  };
  return {
    get owner() {
      return owner;
    },
    set owner(name) {
      owner = name;
    },
    get dirty() {
      return dirty;
    },
    changed() {
      dirty = true;
      if (owner === undefined) return;
      onState('saving');
      since ??= Date.now();
      clearTimeout(quiet);
      const soon = Math.min(QUIET_MS, since + LATEST_MS - Date.now());
      quiet = setTimeout(() => void inTurn(write), Math.max(soon, notBefore - Date.now()));
    },
    touch() {
      dirty = true;
    },
    clean,
    cancel: () => clearTimeout(quiet),
    write,
  };
}
