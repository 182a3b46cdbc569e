import type { FileTree, Sandbox } from '@/lib/ports';
import type { SnapshotStore } from '@/lib/stores';
import type { ClientState } from '../state';

/** Milliseconds the files must be quiet before they are saved, and after which they are saved although they are not. */
const QUIET_MS = 100;
const LATEST_MS = 800;
/** Exports after which the rest is asked for at once: a program may write faster than parts of it are saved. */
const MOST_PARTS = 32;
/** What the files are saved under that belong to no thread yet begins so. */
const DRAFT = 'draft-';

export interface WorkspaceOptions {
  sandbox: Sandbox;
  snapshots: SnapshotStore;
  onState: (state: ClientState['workspace']) => void;
  /** What was saved is damaged: what a person is told of it. */
  onDamaged: (message: string) => void;
}

/** The name of what is done in a scenario's project before there is a thread. */
export const draftOf = (scenario: string): string => DRAFT + scenario;

/** Under which files are saved, once that is known; undefined: they are not. */
type Name = string | Promise<string | undefined> | undefined;

/** The files in the sandbox: mounted, saved as they change, restored after a reload. They belong to a thread or are a draft. */
export interface Workspace {
  /** Replaces what is there by a project nobody has changed yet. What becomes of it is saved under `name`, in place of what is there. */
  mount(load: () => Promise<FileTree>, name?: Name): Promise<void>;
  /** Brings back what was saved under a name, or mounts its project anew if that is gone. */
  restore(name: Name, load: () => Promise<FileTree>): Promise<void>;
  /** From now on the files are saved for this thread. */
  keepFor(threadId: string): Promise<void>;
  /** From now on they are not saved: another tab has them. */
  release(): Promise<void>;
  /** Saves what has changed since the last time; with `now`, without waiting for a change to be noticed. */
  save(now?: boolean): Promise<void>;
  dispose(): void;
}

/** Operations run one after the other. `mount` and `restore` reject when the project cannot be loaded; saving never does. */
export function createWorkspace({ sandbox, snapshots, onState, onDamaged }: WorkspaceOptions): Workspace {
  let owner: string | undefined;
  let dirty = false;
  /** When the first change came that is not saved. */
  let since: number | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  /** Saving takes half the time at most: what is very much to save must not keep the page from everything else. */
  let notBefore = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };

  const saveAll = async (name: string): Promise<void> => {
    for (let part = 1; ; part += 1) {
      const exported = await sandbox.export(part < MOST_PARTS ? snapshots.since(name) : undefined);
      if (await snapshots.save(name, exported)) return;
    }
  };
  const write = async () => {
    if (!dirty || owner === undefined) return;
    dirty = false;
    since = undefined;
    onState('saving');
    const began = Date.now();
    try {
      await saveAll(owner);
      notBefore = 2 * Date.now() - began;
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
    since ??= Date.now();
    clearTimeout(quiet);
    quiet = setTimeout(
      () => void inTurn(write),
      Math.max(Math.min(QUIET_MS, since + LATEST_MS - Date.now()), notBefore - Date.now()),
    );
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
    onState('none');
    await fill();
    dirty = false;
    since = undefined;
  };
  const mountNew = async (load: () => Promise<FileTree>) => {
    const tree = await load();
    await clear();
    await sandbox.mount(tree);
  };
  const bringBack = async (name: string): Promise<boolean> => {
    const { snapshot, damaged } = await snapshots.load(name);
    const whole = snapshot !== undefined && (await sandbox.restore(snapshot).then(...YES_OR_NO));
    if (whole) snapshots.loaded(name, await sandbox.export(Number.MAX_SAFE_INTEGER));
    if (damaged || (snapshot && !whole)) onDamaged(whole ? OLDER : GONE);
    return whole;
  };

  return {
    mount: (load, name) =>
      inTurn(async () => {
        await replace(() => mountNew(load));
        const known = await name;
        if (known !== undefined) await snapshots.remove(known);
        owner = known;
      }),
    restore: (name, load) =>
      inTurn(async () => {
        let whole = false;
        const known = await name;
        await replace(async () => {
          whole = known !== undefined && (await bringBack(known));
          if (!whole) await mountNew(load);
        });
        owner = known;
        if (whole) onState('saved');
      }),
    keepFor: (threadId) =>
      inTurn(async () => {
        const before = owner;
        owner = threadId;
        dirty = true;
        await write();
        if (before?.startsWith(DRAFT) && !dirty) await snapshots.remove(before);
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

const YES_OR_NO = [() => true, () => false] as const;

const OLDER = 'The files as they were saved last are damaged. Those that were saved before are here instead.';
const GONE =
  'The files that were saved are damaged and cannot be brought back. The project is here as it was at first.';
