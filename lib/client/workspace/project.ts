import type { BlobStore, Sandbox, FileTree } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { BootedWorkspace } from './current-workspace';
import type { PageStorage } from '../settings/settings';
import { createDrafts } from './drafts';
import { untold, type PersonChanges } from './person-changes';
import { type FileDiff, parseJson } from '@/lib/protocol';

interface ProjectOptions {
  booted: Promise<BootedWorkspace | undefined>;
  fetch: typeof fetch;
  locks: LockManager | undefined;
  storage: PageStorage;
  signal: AbortSignal;
  blobs: BlobStore;
  own: PersonChanges;
  scenario: () => string | undefined;
  /** How many changes calls have made so far. */
  changes: () => number;
  onProblem: (code: string, message: string) => void;
}

/** The scenario's files in the sandbox, and what a person does to them. No method rejects. */
export interface Project {
  /** The unchanged files. Rejects if they cannot be loaded. */
  sample(): ReturnType<typeof loadSample>;
  mount(): Promise<void>;
  /** Restores what was done before there was a thread, or mounts the project. */
  restore(): Promise<void>;
  /** Resolves when the last `mount`, `restore` or `reset` is done. */
  mounted(): Promise<void>;
  saveFile(path: string, text: string): Promise<void>;
  /** A person made a call by hand, or undid one: these files changed, and maybe others. */
  noteCall(diffs: readonly FileDiff[]): Promise<void>;
  /** A person's programs in the terminal may have changed files. */
  noteTerminal(): Promise<void>;
  /** A command that no model requested has ended: what it changed counts as the last call's, without one as a person's. */
  noteCommand(): Promise<void>;
  /** A call that may change files begins: what has changed by now is the doing of programs that an earlier one has started. */
  beforeCall(): Promise<void>;
  /** It has ended: notes what its result does not tell, and saves the files. */
  afterCall(call: WritingCall): Promise<void>;
  /** Saves the files, whatever has changed. */
  save(): Promise<void>;
  /** From now on the files belong to this thread, or are a draft again. */
  keepFor(threadId: string | undefined): Promise<void>;
  /** Mounts a fresh copy of the project within the thread it belongs to. */
  reset(threadId: string | undefined): Promise<void>;
}

/** A call that may have changed files, and the change that its result tells. */
export interface WritingCall {
  readonly callId: string;
  readonly diff?: FileDiff | undefined;
  /** Whether it has run programs, which may go on. */
  readonly ran?: boolean;
  /** Whether it has left one running. */
  readonly leftRunning?: boolean;
}

export function createProject(options: ProjectOptions): Project {
  const { fetch, locks, storage, signal, blobs, own, scenario, changes, onProblem } = options;
  const drafts = createDrafts(locks, storage, signal);
  let mounting = Promise.resolve();
  const sample = () => loadSample(fetch, scenario());
  const load = async (fresh: boolean) => {
    try {
      const draft = drafts.claim(scenario() ?? '');
      const booted = await options.booted;
      // Called at once, so that a thread that begins meanwhile gets the files after this.
      await (fresh ? booted?.workspace.mount(sample, draft) : booted?.workspace.restore(draft, sample));
    } catch (error) {
      onProblem('PROJECT_NOT_LOADED', messageOf(error));
    }
  };
  const begin = (fresh: boolean) => {
    doer.forget();
    return (mounting = load(fresh));
  };
  const mount = () => begin(true);
  const doer = createDoer();
  /** Notes what has changed since it was last looked at as the doing of a call, or a person; undefined: it is known already. */
  const settle = async (by?: { callIds?: string[] }, told?: FileDiff) => {
    const found = (await (await options.booted)?.tracker.changes()) ?? [];
    if (by) await own.note(untold(found, told), { after: changes(), ...by });
  };
  const save = async () => (await options.booted)?.workspace.save(true);
  return {
    sample,
    mount,
    restore: () => begin(false),
    mounted: () => mounting,
    async saveFile(path, text) {
      try {
        const booted = await options.booted;
        if (!booted) throw new Error('There is no sandbox.');
        // What is written while the files are replaced would be lost.
        await mounting;
        const diff = await savePersonFile(booted.sandbox, blobs, path, text);
        if (diff) await own.add({ after: changes(), diff });
        await settle();
        await booted.workspace.save(true);
      } catch (error) {
        onProblem('FILE_NOT_SAVED', `${path} was not saved: ${messageOf(error)}`);
      }
    },
    async noteCall(diffs) {
      for (const diff of diffs) await own.add({ after: changes(), diff });
      await settle();
      await save();
    },
    noteTerminal: () => settle({}),
    async noteCommand() {
      await settle(doer.last() ?? {});
      await save();
    },
    async beforeCall() {
      // After the look that ended the call before, nothing has usually happened.
      if ((await options.booted)?.tracker.stirred) await settle(doer.last());
    },
    async afterCall(call) {
      doer.note(call);
      await settle({ callIds: [call.callId] }, call.diff);
      await save();
    },
    save,
    async keepFor(threadId) {
      // Which scenario's draft it is, is asked now: another may be chosen next.
      const name = threadId ?? drafts.claim(scenario() ?? '');
      await (await options.booted)?.workspace.keepFor(name);
    },
    async reset(threadId) {
      const booted = await options.booted;
      await mount();
      if (threadId !== undefined) await booted?.workspace.keepFor(threadId);
      await own.add({ after: changes() });
    },
  };
}

/** Whose doing it is when files change between calls: that of those that have left programs running, or else of the last that ran any. */
function createDoer() {
  let last: string | undefined;
  let runner: string | undefined;
  let starters: string[] = [];
  return {
    note({ callId, ran = false, leftRunning = false }: WritingCall) {
      last = callId;
      if (ran) runner = callId;
      if (leftRunning) starters.push(callId);
    },
    last() {
      const [callId = runner ?? last, ...others] = starters;
      return callId === undefined ? undefined : { callIds: [callId, ...others] };
    },
    forget() {
      last = runner = undefined;
      starters = [];
    },
  };
}

/** Writes what a person edited and returns the diff; undefined if nothing changed. */
async function savePersonFile(
  sandbox: Sandbox,
  blobs: BlobStore,
  path: string,
  text: string,
): Promise<FileDiff | undefined> {
  const [before, { fileDiff }, { displayPath }] = await Promise.all([
    sandbox.fs.readFile(path, 'utf8').catch(() => undefined),
    import('@/lib/tools/builtin/files/file-diff'),
    import('@/lib/tools/files'),
  ]);
  await sandbox.fs.writeFile(path, text);
  return before === text ? undefined : fileDiff(blobs, { path: displayPath(sandbox, path), before, after: text });
}

/**
 * Fetches a scenario's project, or the default one if it names none. Rejects with a message for people if it cannot be loaded.
 */
async function loadSample(fetch: typeof globalThis.fetch, scenario: string | undefined): Promise<FileTree> {
  const { DEFAULT_SCENARIO, findScenario, SampleSchema } = await import('@/lib/scenarios');
  const { sample } = findScenario(scenario ?? '') ?? DEFAULT_SCENARIO;
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`/samples/${sample}/${path}`);
    if (!response.ok)
      throw new Error(`The project's ${path} could not be loaded: the server answered ${response.status}.`);
    return response.text();
  };
  const list = parseJson(SampleSchema, await read('files.json'));
  if (!list.ok) throw new Error(`The project ${sample} cannot be read: ${list.reason}`);
  const files = await Promise.all(list.value.files.map(async (path) => [path, await read(path)] as const));
  const tree: FileTree = {};
  for (const [path, contents] of files) place(tree, path.split('/'), contents);
  return tree;
}

function place(tree: FileTree, [name, ...rest]: readonly string[], contents: string): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    tree[name] = { file: { contents } };
    return;
  }
  const known = tree[name];
  const folder = known && 'directory' in known ? known : { directory: {} };
  tree[name] = folder;
  place(folder.directory, rest, contents);
}
