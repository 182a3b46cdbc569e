import { z } from 'zod';
import { defineTool } from '../../define-tool';
import type { FileContext } from '../../files';
import { failed, ok, type Outcome } from '../../result';
import { countFiles, describeDeletion, filesBelow, openEntry, refuseVital, type ResolvedEntry } from './entry';
import { counts, summarise } from './file-diff';
import { fileTexts } from './file-texts';
import { folderRule, pathSubject } from './path-subject';
import { plannedCall } from './planned-call';
import { sandboxFailure } from './sandbox-failure';

const input = z.strictObject({
  path: z.string().min(1).describe('The file or folder to delete: absolute, or relative to the current folder.'),
  recursive: z.boolean().optional().describe('Delete a folder with all it holds. Default false: only an empty one.'),
});
type Input = z.infer<typeof input>;

interface Plan {
  readonly entry: ResolvedEntry;
  /** The files in a folder. */
  readonly files: readonly string[];
}

export const deleteTool = defineTool({
  name: 'Delete',
  description:
    'Deletes a file, an empty folder, or with recursive a folder and all it holds. It cannot be taken back. Use it only ' +
    'for what the task says is to go, or what you made yourself. Do not use it to empty a file (use Write) or to remove ' +
    'lines (use DeleteRange). Of a link only the link goes. After IS_DIRECTORY look into the folder with Ls before you ' +
    'set recursive.',
  kind: 'delete',
  category: 'filesystem',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  isDangerous: true,
  titleFor: ({ path }) => `Delete ${path}`,
  refuse: ({ path }, context) => refuseVital('delete', path, context),
  ruleSubject: ({ path }, context) => pathSubject(context, path),
  suggestRule: ({ path }, context) => folderRule('Delete', path, context),
  ...plannedCall<Input, Plan>({
    plan,
    describe: (context, { entry }) => describeDeletion(context, entry),
    async carryOut(context, { entry, files }, { path }) {
      const { sandbox, ledger, fileCache, signal } = context;
      try {
        const diff = await describeDeletion(context, entry);
        signal.throwIfAborted();
        await sandbox.fs.rm(entry.real, { recursive: entry.type === 'directory' });
        ledger?.forget(entry.real);
        fileCache?.forget(entry.real);
        const texts = fileTexts(context);
        const what =
          entry.type === 'directory'
            ? countFiles(files, context)
            : entry.type === 'symlink'
              ? texts.aLink
              : counts(diff);
        return { text: texts.deleted(path, what), summary: summarise(diff, context.language), diff };
      } catch (error) {
        return sandboxFailure(context, error, path, 'write');
      }
    },
  }),
});

async function plan(context: FileContext, call: Input): Promise<Outcome<Plan>> {
  const { path, recursive = false } = call;
  const opened = await openEntry(context, path);
  if (!opened.ok) return opened;
  const entry = opened.value;
  if (entry.type === undefined) {
    return failed('NOT_FOUND', fileTexts(context).missing(path));
  }
  if (entry.type !== 'directory') return ok({ entry, files: [] });
  try {
    const inside = await context.sandbox.fs.readdir(entry.real);
    const files = await filesBelow(context, entry.real);
    if (recursive || inside.length === 0) return ok({ entry, files });
    return failed('IS_DIRECTORY', fileTexts(context).holds(path, countFiles(files, context)));
  } catch (error) {
    return { ok: false, failure: sandboxFailure(context, error, path, 'read') };
  }
}
