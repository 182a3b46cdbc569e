import type { FileTree, Sandbox } from '@/lib/ports';
import type { SnapshotStore } from '@/lib/stores';
import type { ClientState } from '../state';
import { messageOf } from '@/lib/protocol/message-of';
import { createAutosave } from './autosave';

/** Exports after which the rest is asked for at once: a program may write faster than parts of it are saved. */
const MOST_PARTS = 32;
/** What the files are saved under that belong to no thread yet begins so. */
const DRAFT = 'draft-';

export interface WorkspaceOptions {
  sandbox: Sandbox;
  snapshots: SnapshotStore;
  onState: (state: ClientState['workspace']) => void;
  /** Files are not what they were, or are not saved: what a person is told of it. */
  onProblem: (code: FilesProblem, message: string) => void;
}

/** Saved files are damaged, or this browser has none, or does not take them. */
export type FilesProblem = 'FILES_DAMAGED' | 'FILES_MISSING' | 'FILES_NOT_SAVED';

/** The name of what is done in a scenario's project before there is a thread, in the tab with this number. */
export const draftOf = (scenario: string, tab: number): string => `${DRAFT}${scenario}${tab > 1 ? `.${tab}` : ''}`;

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
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { sandbox, snapshots, onState, onProblem } = options;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
  const autosave = createAutosave({
    save: (name) => saveAll(options, name),
    inTurn,
    onState,
    onFailed: (error) => onProblem('FILES_NOT_SAVED', `${NOT_SAVED} ${messageOf(error)}`),
  });
  const unwatch = sandbox.fs.watch(sandbox.workdir, autosave.changed);

  /** The files are not anybody's while they are replaced. */
  const replace = async (fill: () => Promise<void>) => {
    autosave.cancel();
    await autosave.write();
    autosave.owner = undefined;
    onState('none');
    await fill();
    autosave.clean();
  };

  return {
    mount: (load, name) =>
      inTurn(async () => {
        await replace(() => mountNew(sandbox, load));
        const known = await name;
        if (known !== undefined) await snapshots.remove(known);
        autosave.owner = known;
      }),
    restore: (name, load) =>
      inTurn(async () => {
        let whole = false;
        const known = await name;
        await replace(async () => {
          whole = known !== undefined && (await bringBack(options, known));
          if (!whole) await mountNew(sandbox, load);
        });
        autosave.owner = known;
        if (whole) onState('saved');
      }),
    keepFor: (threadId) =>
      inTurn(async () => {
        const before = autosave.owner;
        autosave.owner = threadId;
        autosave.touch();
        await autosave.write();
        if (before?.startsWith(DRAFT) && !autosave.dirty) await snapshots.remove(before);
      }),
    release: () =>
      inTurn(async () => {
        autosave.cancel();
        autosave.owner = undefined;
        onState('elsewhere');
      }),
    save(now = false) {
      if (now) autosave.touch();
      autosave.cancel();
      return inTurn(autosave.write);
    },
    dispose() {
      autosave.cancel();
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

/** Whether what was saved under a name is there again. */
async function bringBack({ sandbox, snapshots, onProblem }: WorkspaceOptions, name: string): Promise<boolean> {
  const { snapshot, damaged } = await snapshots.load(name);
  const whole = snapshot !== undefined && (await sandbox.restore(snapshot).then(...YES_OR_NO));
  if (whole) snapshots.loaded(name, await sandbox.export(Number.MAX_SAFE_INTEGER));
  if (damaged || (snapshot && !whole)) onProblem('FILES_DAMAGED', whole ? OLDER : GONE);
  // A draft is there only once something was done.
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
