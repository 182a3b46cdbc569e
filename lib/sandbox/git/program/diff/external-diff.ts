import { percent, type ChangedFile, type FileVersion } from '../../diff/file-change';
import { GitFailure } from '../../git-failure';
import { makeFolder, removeAll } from '../../git-fs';
import { formatMode } from '../../store/tree';
import type { Context } from '../setup/context';
import type { DiffStyle } from './diff-style';
import { attributesOf, checkedOut } from '../worktree/work-files';

/** What the program that compares files in git's place prints for a change; undefined if there is none. */
export async function externalText(change: ChangedFile, style: DiffStyle): Promise<string | undefined> {
  const command = style.external ? await commandFor(style.context, change.path) : undefined;
  if (command === undefined) return undefined;
  const { context } = style;
  const { before, after, path } = change;
  const old = before?.path ?? path;
  const folder = `${context.gitdir}/external-diff`;
  try {
    const moved = old === path ? [] : [path, moveText(change, old)];
    const versions = [
      ...(await argumentsFor(context, before, `${folder}/old`)),
      ...(await argumentsFor(context, after, `${folder}/new`)),
    ];
    const args = change.unmerged ? [path] : [old, ...versions, ...moved];
    const { code, out } = await context.io.run(['sh', '-c', `${command} "$@"`, command, ...args], {
      cwd: context.root,
      env: context.io.env,
      capture: true,
    });
    if (code !== 0) throw new GitFailure(`external diff died, stopping at ${path}`);
    return out;
  } finally {
    await removeAll(context.fs, folder);
  }
}

function moveText({ path, similarity = 0, copied, before, after }: ChangedFile, from: string): string {
  const verb = copied ? 'copy' : 'rename';
  const [old, now] = [before?.oid.slice(0, 7), after?.oid.slice(0, 7)];
  const index = old === now ? '' : `index ${old}..${now} ${formatMode(after?.mode ?? 0)}\n`;
  return `similarity index ${percent(similarity)}%\n${verb} from ${from}\n${verb} to ${path}\n${index}`;
}

/** The attribute `diff` of a file decides before what is set for all files. */
async function commandFor({ config, io, ...context }: Context, path: string): Promise<string | undefined> {
  const driver = await attributesOf({ config, io, ...context }).get(path, 'diff');
  const own = typeof driver === 'string' ? config.get(`diff.${driver}.command`) : undefined;
  return own ?? (io.env.GIT_EXTERNAL_DIFF || config.get('diff.external') || undefined);
}

/** The file with a version's contents, its id and its mode. */
async function argumentsFor(context: Context, version: FileVersion | undefined, folder: string): Promise<string[]> {
  if (!version) return ['/dev/null', '.', '.'];
  const { path, inWork, oid, mode } = version;
  if (inWork) return [path, '0'.repeat(40), formatMode(mode)];
  const file = `${folder}/${path.slice(path.lastIndexOf('/') + 1)}`;
  await makeFolder(context.fs, folder);
  await context.fs.writeFile(file, await checkedOut(context, path, await version.read()));
  return [file, oid, formatMode(mode)];
}
