import type { BlobStore, Sandbox } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { BootedWorkspace } from './current-workspace';
import type { PageStorage } from '../settings/settings';
import { createDrafts } from './drafts';
import { loadSample } from './load-sample';
import type { PersonChanges } from './changes';
import type { FileDiff } from '@/lib/protocol';

export interface ProjectOptions {
  place: Promise<BootedWorkspace | undefined>;
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
  /** The files as nobody has changed them yet. Rejects where they cannot be had. */
  sample(): ReturnType<typeof loadSample>;
  mount(): Promise<void>;
  /** Brings back what was done before there was a thread, or mounts the project. */
  restore(): Promise<void>;
  /** Resolves when the last of them is done. */
  mounted(): Promise<void>;
  saveFile(path: string, text: string): Promise<void>;
  /** A person made a call by hand that may have changed files. */
  noteCall(diff: FileDiff | undefined): Promise<void>;
  /** Mounts the project anew within the thread that it belongs to. */
  reset(threadId: string | undefined): Promise<void>;
}

export function createProject(options: ProjectOptions): Project {
  const { place, fetch, locks, storage, signal, blobs, own, scenario, changes, onProblem } = options;
  const drafts = createDrafts(locks, storage, signal);
  let mounting = Promise.resolve();
  const sample = () => loadSample(fetch, scenario());
  const load = async (fresh: boolean) => {
    try {
      const draft = drafts.claim(scenario() ?? '');
      const booted = await place;
      // At once: a thread that begins meanwhile gets the files after this.
      await (fresh ? booted?.workspace.mount(sample, draft) : booted?.workspace.restore(draft, sample));
    } catch (error) {
      onProblem('PROJECT_NOT_LOADED', messageOf(error));
    }
  };
  const mount = () => (mounting = load(true));
  return {
    sample,
    mount,
    restore: () => (mounting = load(false)),
    mounted: () => mounting,
    async saveFile(path, text) {
      try {
        const booted = await place;
        if (!booted) throw new Error('There is no sandbox.');
        const diff = await savePersonFile(booted.sandbox, blobs, path, text);
        if (diff) await own.add({ after: changes(), diff });
        await booted.workspace.save(true);
      } catch (error) {
        onProblem('FILE_NOT_SAVED', `${path} was not saved: ${messageOf(error)}`);
      }
    },
    async noteCall(diff) {
      if (diff) await own.add({ after: changes(), diff });
      await (await place)?.workspace.save(true);
    },
    async reset(threadId) {
      const booted = await place;
      await mount();
      if (threadId !== undefined) await booted?.workspace.keepFor(threadId);
      await own.add({ after: changes() });
    },
  };
}

/** Writes what a person edited, and says what it changed; undefined where it changed nothing. */
async function savePersonFile(
  sandbox: Sandbox,
  blobs: BlobStore,
  path: string,
  text: string,
): Promise<FileDiff | undefined> {
  const [before, { fileDiff }, { displayPath }] = await Promise.all([
    sandbox.fs.readFile(path, 'utf8').catch(() => undefined),
    import('@/lib/tools/builtin/files/file-diff'),
    import('@/lib/tools/paths'),
  ]);
  await sandbox.fs.writeFile(path, text);
  return before === text ? undefined : fileDiff(blobs, { path: displayPath(sandbox, path), before, after: text });
}
