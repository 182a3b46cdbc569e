import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { isInside, parentOf, type FileContext } from '../../files';
import { failed, ok, type Outcome } from '../../result';
import { countFiles, describeMove, filesBelow, openEntry, refuseVital, type ResolvedEntry } from './entry';
import { summarise } from './file-diff';
import { fileTexts } from './file-texts';
import { folderRule, pathSubject } from './path-subject';
import { plannedCall } from './planned-call';
import { sandboxFailure } from './sandbox-failure';

const input = z.strictObject({
  source_path: z.string().min(1).describe('The file or folder to move: absolute, or relative to the current folder.'),
  destination_path: z
    .string()
    .min(1)
    .describe(
      'Its whole new path, name included: absolute, or relative to the current folder. Nothing may be there yet; missing folders are created.',
    ),
});
type Input = z.infer<typeof input>;

interface Plan {
  readonly from: ResolvedEntry;
  readonly to: ResolvedEntry;
}

export const move = defineTool({
  name: 'Move',
  description:
    'Moves or renames a file, or a folder with all it holds. Use it to tidy up or to rename. It never overwrites. Do not ' +
    'use it to copy (use Bash with cp) or to change what is in a file (use Edit). References to the old path are not ' +
    'changed: look for them with Grep. After WRITE_ERROR because something is there already, choose another name or ' +
    'delete that first; after NOT_FOUND look for the source with Glob.',
  kind: 'move',
  category: 'filesystem',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  titleFor: ({ source_path, destination_path }) => `Move ${source_path} to ${destination_path}`,
  refuse: ({ source_path }, context) => refuseVital('move', source_path, context),
  async ruleSubject({ source_path, destination_path }, context) {
    const [from, to] = [await pathSubject(context, source_path), await pathSubject(context, destination_path)];
    return from.kind === 'path' && to.kind === 'path' ? { ...from, paths: [...from.paths, ...to.paths] } : from;
  },
  suggestRule: ({ source_path, destination_path }, context) =>
    folderRule('Move', commonPath(source_path, destination_path), context),
  ...plannedCall<Input, Plan>({
    plan,
    describe: (context, { from, to }) => describeMove(context, from, to),
    async carryOut(context, { from, to }) {
      const { sandbox, ledger, fileCache, signal } = context;
      try {
        const diff = await describeMove(context, from, to);
        const files = from.type === 'directory' ? countFiles(await filesBelow(context, from.real), context) : undefined;
        signal.throwIfAborted();
        await sandbox.fs.mkdir(parentOf(to.real), { recursive: true });
        await sandbox.fs.rename(from.real, to.real);
        const seen = ledger?.seen(from.real);
        if (seen !== undefined) ledger?.record(to.real, seen);
        ledger?.forget(from.real);
        fileCache?.forget(from.real);
        const text = fileTexts(context).moved(from.given, to.given, files);
        return { text, summary: summarise(diff, context.language), diff };
      } catch (error) {
        return sandboxFailure(context, error, to.given, 'write');
      }
    },
  }),
});

async function plan(context: FileContext, call: Input): Promise<Outcome<Plan>> {
  const { source_path: source, destination_path: destination } = call;
  const from = await openEntry(context, source);
  if (!from.ok) return from;
  const to = await openEntry(context, destination);
  if (!to.ok) return to;
  const texts = fileTexts(context);
  if (from.value.type === undefined) return failed('NOT_FOUND', texts.missing(source));
  if (from.value.real === to.value.real) return failed('NO_CHANGE', texts.movedNowhere(source, destination));
  if (isInside(to.value.real, from.value.real)) return failed('WRITE_ERROR', texts.movedInside(source));
  if (to.value.type === 'directory') return failed('IS_DIRECTORY', texts.folderThere(destination));
  if (to.value.type !== undefined) return failed('WRITE_ERROR', texts.somethingThere(destination));
  return ok({ from: from.value, to: to.value });
}

/** A path in the deepest folder that contains both, for a rule that covers both. */
function commonPath(a: string, b: string): string {
  const [left, right] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const fork = left.findIndex((part, index) => part !== right[index]);
  return [...left.slice(0, fork === -1 ? left.length : fork), '_'].join('/');
}
