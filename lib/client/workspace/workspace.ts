import type { FileTree, Sandbox } from '@/lib/ports';
import type { SnapshotStore } from '@/lib/stores';
import type { ClientState } from '../state';

/** How long the files must be quiet before they are saved, milliseconds. */
const QUIET_MS = 500;

export interface WorkspaceOptions {
  sandbox: Sandbox;
  snapshots: SnapshotStore;
  onState: (state: ClientState['workspace']) => void;
}

/** The files of the present thread in the sandbox: mounted, saved as they change, restored after a reload. */
export interface Workspace {
  /** Replaces what is there by a project nobody has changed yet; it belongs to no thread until `keepFor`. */
  mount(load: () => Promise<FileTree>): Promise<void>;
  /** Brings back a thread's files, or mounts its project anew if they are gone. */
  restore(threadId: string, load: () => Promise<FileTree>): Promise<void>;
  /** From now on the files are saved for this thread. */
  keepFor(threadId: string): Promise<void>;
  /** From now on they are not saved: another tab has them. */
  release(): Promise<void>;
  /** Saves what has changed since the last time; with `now`, without waiting for a change to be noticed. */
  save(now?: boolean): Promise<void>;
  dispose(): void;
}

/** Operations run one after the other. `mount` and `restore` reject when the project cannot be loaded; saving never does. */
export function createWorkspace({ sandbox, snapshots, onState }: WorkspaceOptions): Workspace {
  let owner: string | undefined;
  let dirty = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };

  const write = async () => {
    if (!dirty || owner === undefined) return;
    dirty = false;
    onState('saving');
    try {
      await snapshots.save(owner, await sandbox.export());
      onState(dirty ? 'saving' : 'saved');
    } catch {
      dirty = true;
      onState('failed');
    }
  };
  const changed = () => {
    dirty = true;
    if (owner === undefined) return;
    onState('saving');
    clearTimeout(quiet);
    quiet = setTimeout(() => void inTurn(write), QUIET_MS);
  };
  const unwatch = sandbox.fs.watch(sandbox.workdir, changed);

  const clear = async () => {
    const entries = await sandbox.fs.readdir(sandbox.workdir);
    await Promise.all(
      entries.map(({ name }) => sandbox.fs.rm(`${sandbox.workdir}/${name}`, { recursive: true, force: true })),
    );
  };
  /** The files are not anybody's while they are replaced. */
  const replace = async (fill: () => Promise<void>) => {
    clearTimeout(quiet);
    await write();
    owner = undefined;
    await fill();
    dirty = false;
    onState('saved');
  };
  const mountNew = async (load: () => Promise<FileTree>) => {
    const tree = await load();
    await clear();
    await sandbox.mount(tree);
  };

  return {
    mount: (load) => inTurn(() => replace(() => mountNew(load))),
    restore: (threadId, load) =>
      inTurn(async () => {
        const snapshot = await snapshots.load(threadId);
        await replace(() => (snapshot ? sandbox.restore(snapshot) : mountNew(load)));
        owner = threadId;
      }),
    keepFor: (threadId) =>
      inTurn(async () => {
        owner = threadId;
        dirty = true;
        await write();
      }),
    release: () =>
      inTurn(async () => {
        clearTimeout(quiet);
        owner = undefined;
      }),
    save(now = false) {
      if (now) dirty = true;
      clearTimeout(quiet);
      return inTurn(write);
    },
    dispose() {
      clearTimeout(quiet);
      unwatch();
    },
  };
}
