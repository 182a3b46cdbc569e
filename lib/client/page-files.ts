import type { BlobStore } from '@/lib/ports';
import type { ClientPorts } from './browser-ports';
import type { Person } from './person';
import type { BootChoice } from './workspace/boot-sandbox';
import { createCurrentWorkspace } from './workspace/current-workspace';
import { createProject } from './workspace/project';

interface PageFilesOptions {
  choice: BootChoice;
  ports: ClientPorts;
  person: Person;
  blobs: BlobStore;
  /** How many changes the current thread has made. */
  changes: () => number;
  onChange: () => void;
  signal: AbortSignal;
}

/** The sandbox of a page and the project in it. */
export type PageFiles = ReturnType<typeof createPageFiles>;

export function createPageFiles({ choice, ports, person, blobs, changes, onChange, signal }: PageFilesOptions) {
  const { settings, own, problems } = person;
  const currentWorkspace = createCurrentWorkspace({
    choice,
    ports,
    blobs,
    signal,
    onChange,
    onError: (message) => problems.add('SANDBOX_ERROR', message),
    onFilesProblem: problems.add,
  });
  const project = createProject({
    booted: currentWorkspace.booted,
    fetch: ports.fetch,
    locks: ports.locks,
    storage: ports.storage,
    signal,
    blobs,
    own,
    scenario: () => settings.options.scenario,
    changes,
    onProblem: problems.add,
  });
  return {
    currentWorkspace,
    project,
    /** Resolves when the project's files are there. */
    async mounted() {
      const [booted] = await Promise.all([currentWorkspace.booted, project.mounted()]);
      return booted;
    },
  };
}
