import type { FileTree, Sandbox } from '@/lib/ports';
import type { SnapshotStore } from '@/lib/stores';
import type { ClientState } from '../state';
import { messageOf } from '@/lib/protocol/message-of';
import { createSerialQueue } from '@/lib/protocol/serial-queue';

/** Exports after which all the rest is requested at once: a program may write faster than parts are saved. */
const MOST_PARTS = 32;
/** Prefix of the names under which files without a thread are saved. */
const DRAFT = 'draft-';

interface WorkspaceOptions {
  sandbox: Sandbox;
  snapshots: SnapshotStore;
  onState: (state: ClientState['workspace']) => void;
  /** Called when all files have been replaced, before anything else can change them. */
  onReplaced?: () => void;
  /** Reports that files are not as they were, or are not saved; `message` is for people. */
  onProblem: (code: FilesProblem, message: string) => void;
}

/** Saved files are damaged; this browser has none; or it refuses to store them. */
export type FilesProblem = 'FILES_DAMAGED' | 'FILES_MISSING' | 'FILES_NOT_SAVED';

/** The name for work in a scenario's project before there is a thread, in the tab with this number. */
export const draftOf = (scenario: string, tab: number): string => `${DRAFT}${scenario}${tab > 1 ? `.${tab}` : ''}`;

/** The name under which files are saved, once it is known; undefined: they are not saved. */
type Name = string | Promise<string | undefined> | undefined;

/** The files in the sandbox: mounted, saved as they change, restored after a reload. They belong to a thread or are a draft. */
export interface Workspace {
  /** Replaces all files with an unchanged project. From then on they are saved under `name`, replacing what was saved there. */
  mount(load: () => Promise<FileTree>, name?: Name): Promise<void>;
  /** Restores what was saved under a name, or mounts its project if that is gone. */
  restore(name: Name, load: () => Promise<FileTree>): Promise<void>;
  /** From now on, the files are saved for this thread, or as this draft. */
  keepFor(name: string | Promise<string>): Promise<void>;
  /** From now on, they are not saved: another tab has them. */
  release(): Promise<void>;
  /** Saves changes since the last save; with `now`, without waiting for a change to be noticed. */
  save(now?: boolean): Promise<void>;
  dispose(): void;
}

/** Operations run one after the other. `mount` and `restore` reject if the project cannot be loaded; saving never does. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { sandbox, snapshots, onState, onReplaced, onProblem } = options;
  const inOrder = createSerialQueue();
  const autosave = createAutosave({
    save: (name) => saveAll(options, name),
    inOrder,
    onState,
    onFailed: (error) => onProblem('FILES_NOT_SAVED', `${NOT_SAVED} ${messageOf(error)}`),
  });
  const unwatch = sandbox.fs.watch(sandbox.workdir, autosave.changed);

  /** The files belong to nobody while they are being replaced. */
  const replace = async (fill: () => Promise<void>) => {
    autosave.cancel();
    await autosave.write();
    autosave.owner = undefined;
    onState('none');
    await fill();
    onReplaced?.();
    autosave.clean();
  };

  return {
    mount: (load, name) =>
      inOrder(async () => {
        await replace(() => mountNew(sandbox, load));
        const known = await name;
        if (known !== undefined) await snapshots.remove(known);
        autosave.owner = known;
      }),
    restore: (name, load) =>
      inOrder(async () => {
        let whole = false;
        const known = await name;
        await replace(async () => {
          whole = known !== undefined && (await bringBack(options, known));
          if (!whole) await mountNew(sandbox, load);
        });
        autosave.owner = known;
        if (whole) onState('saved');
      }),
    keepFor: (given) =>
      inOrder(async () => {
        const name = await given;
        const before = autosave.owner;
        autosave.owner = name;
        autosave.touch();
        await autosave.write();
        // A thread that gives its files back as a draft has not begun.
        const moved = before?.startsWith(DRAFT) || name.startsWith(DRAFT);
        if (before !== undefined && before !== name && moved && !autosave.dirty) await snapshots.remove(before);
      }),
    release: () =>
      inOrder(async () => {
        autosave.cancel();
        autosave.owner = undefined;
        onState('elsewhere');
      }),
    save(now = false) {
      if (now) autosave.touch();
      autosave.cancel();
      return inOrder(autosave.write);
    },
    dispose() {
      autosave.cancel();
      autosave.owner = undefined;
      unwatch();
    },
  };
}

async function saveAll({ sandbox, snapshots }: WorkspaceOptions, name: string): Promise<void> {
  for (let part = 1; ; part += 1) {
    const exported = await sandbox.export(part < MOST_PARTS ? snapshots.since(name) : undefined);
    if (await snapshots.save(name, exported)) return;
  }
}

async function mountNew(sandbox: Sandbox, load: () => Promise<FileTree>): Promise<void> {
  const tree = await load();
  const entries = await sandbox.fs.readdir(sandbox.workdir);
  await Promise.all(
    entries.map(({ name }) => sandbox.fs.rm(`${sandbox.workdir}/${name}`, { recursive: true, force: true })),
  );
  await sandbox.mount(tree);
}

/** Restores what was saved under a name; returns whether it succeeded. */
async function bringBack({ sandbox, snapshots, onProblem }: WorkspaceOptions, name: string): Promise<boolean> {
  const { snapshot, damaged } = await snapshots.load(name);
  const whole = snapshot !== undefined && (await sandbox.restore(snapshot).then(...YES_OR_NO));
  if (whole) snapshots.loaded(name, await sandbox.export(Number.MAX_SAFE_INTEGER));
  if (damaged || (snapshot && !whole)) onProblem('FILES_DAMAGED', whole ? OLDER : GONE);
  // A draft only exists once something was done.
  else if (!snapshot && !name.startsWith(DRAFT)) onProblem('FILES_MISSING', MISSING);
  return whole;
}

const YES_OR_NO = [() => true, () => false] as const;

const OLDER = 'The files as they were saved last are damaged. Those that were saved before are here instead.';
const GONE =
  'The files that were saved are damaged and cannot be brought back. The project is here as it was at first.';
const MISSING = 'This browser does not have the files of this thread. The project is here as it was at first.';
const NOT_SAVED =
  'The browser does not take the files. What is done here is lost when this tab is closed, unless they are downloaded as a zip. It is tried again every few seconds.';

/** Milliseconds that the files must be quiet before they are saved, and after which they are saved even if they are not. */
const QUIET_MS = 100;
const LATEST_MS = 800;
/** Milliseconds after which a failed save is retried: the obstacle may be gone. */
const AGAIN_MS = 5_000;

interface AutosaveOptions {
  /** Saves everything under a name. */
  save: (name: string) => Promise<void>;
  /** Runs a save after any operation on the files that is in progress. */
  inOrder: (work: () => Promise<void>) => Promise<void>;
  onState: (state: ClientState['workspace']) => void;
  /** Called when a save fails after one that succeeded. */
  onFailed: (error: unknown) => void;
}

/** Saves files shortly after they change, under the name of their owner. */
interface Autosave {
  /** The name under which they are saved; undefined: they are not saved. */
  owner: string | undefined;
  readonly dirty: boolean;
  /** Something has changed: it will be saved shortly. */
  changed(): void;
  /** Something may have changed: the next save is not skipped. */
  touch(): void;
  /** The files are saved as they are. */
  clean(): void;
  /** Stops waiting for the files to be quiet. */
  cancel(): void;
  /** Saves changes. Never rejects. */
  write(): Promise<void>;
}

function createAutosave({ save, inOrder, onState, onFailed }: AutosaveOptions): Autosave {
  let owner: string | undefined;
  let dirty = false;
  /** Time of the first unsaved change. */
  let since: number | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  /** Saving takes at most half of the time, so that saving a lot does not block the page. */
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
      quiet = setTimeout(() => void inOrder(write), AGAIN_MS);
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
      quiet = setTimeout(() => void inOrder(write), Math.max(soon, notBefore - Date.now()));
    },
    touch() {
      dirty = true;
    },
    clean,
    cancel: () => clearTimeout(quiet),
    write,
  };
}
