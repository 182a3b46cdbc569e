import type { BlobStore, Sandbox } from '@/lib/ports';
import type { FileDiff } from '@/lib/protocol';
import type { FileChanges } from '../workspace/file-changes';
import { isOwn } from '../workspace/file-tracker';
import { untold } from '../workspace/person-changes';
import type { ToolTester } from '../tool-state';

interface TriedChangesOptions {
  /** Resolves when a project's files are there. */
  sandbox: () => Promise<Sandbox | undefined>;
  blobs: BlobStore;
  /** A person made or undid changes by hand. */
  note: (diffs: readonly FileDiff[]) => Promise<void>;
}

const NOTHING: FileChanges = { diffs: [], undo: async () => [] };

/** What calls by hand did to the files, whatever the tool, and how to undo it. */
export function createTriedChanges({ sandbox, blobs, note }: TriedChangesOptions): Pick<ToolTester, 'rememberFiles'> {
  return {
    async rememberFiles() {
      const found = await sandbox();
      if (!found) return async () => NOTHING;
      const { rememberFiles } = await import('../workspace/file-changes');
      const changes = await rememberFiles(found, blobs);
      return async (told) => {
        const { diffs, undo } = await changes();
        const own = diffs.filter(({ path }) => isOwn(path));
        const more = untold(own, told);
        if (more.length > 0) await note(more);
        return {
          diffs,
          async undo() {
            const kept = await undo();
            const isKept = ({ path, from }: FileDiff) =>
              kept.some((one) => one === path || one === from || one.startsWith(`${path}/`));
            await note([...(told ? [told] : []), ...more].filter((diff) => !isKept(diff)).map(reversed));
            return kept;
          },
        };
      };
    },
  };
}

const BACK = { create: 'delete', delete: 'create', modify: 'modify', move: 'move' } as const;

/** The inverse of a change. The files on both sides are known; the patch is that of the change itself. */
function reversed({ beforeHash, afterHash, ...diff }: FileDiff): FileDiff {
  return {
    ...diff,
    ...(diff.from !== undefined && { path: diff.from, from: diff.path }),
    change: BACK[diff.change],
    added: diff.removed,
    removed: diff.added,
    ...(afterHash !== undefined && { beforeHash: afterHash }),
    ...(beforeHash !== undefined && { afterHash: beforeHash }),
  };
}
