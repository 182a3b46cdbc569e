import { resolveFrom } from '../../../paths';
import type { ChangedFile, FileVersion } from '../../diff/file-change';
import { findRenames } from '../../diff/renames';
import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { baseOf } from '../../repository';
import { encodeUtf8 } from '../../store/bytes';
import { EXECUTABLE, FILE_MODE, LINK } from '../../store/tree';
import type { Context } from '../setup/context';
import type { DiffStyle } from './diff-style';
import type { GitIo } from '../setup/git-io';
import { changesText } from './show-changes';
import { cannotHash } from '../worktree/work-files';

/** `diff --no-index`: two files or two folders, wherever they are. */
export async function diffOutside(
  context: Context,
  io: GitIo,
  [from, to]: readonly string[],
  style: DiffStyle,
  { quiet, outside }: { quiet: boolean; outside: boolean },
): Promise<number> {
  if (from === undefined || to === undefined)
    throw new GitFailure(
      `${outside ? 'warning: Not a git repository. Use --no-index to compare two paths outside a working tree\n' : ''}usage: git diff --no-index [<options>] <path> <path>`,
      129,
      '',
    );
  const [before, after] = [await sideOf(context, io, from), await sideOf(context, io, to)];
  const [left, right] = joined(before, after);
  const found = changesBetween(left, right, style);
  const changes =
    style.renames && before.isFolder ? await findRenames(found, { ...style.renames, empty: true }) : found;
  if (!quiet && changes.length > 0) io.out(await changesText(changes, style, ['patch']));
  return changes.length > 0 ? 1 : 0;
}

/** One file under an empty name, or the files of a folder under their names. */
interface Side {
  readonly path: string;
  readonly isFolder: boolean;
  readonly files: ReadonlyMap<string, FileVersion>;
}

async function sideOf(context: Context, io: GitIo, path: string): Promise<Side> {
  if (path === '/dev/null') return { path, isFolder: false, files: new Map() };
  const version = (name: string, mode: number, bytes: Uint8Array): FileVersion => ({
    path: name,
    mode,
    inWork: true,
    oid: context.objects.hash('blob', bytes),
    read: async () => bytes,
  });
  if (path === '-') {
    const input = version('-', FILE_MODE, await io.input());
    return { path, isFolder: false, files: new Map([['', input]]) };
  }
  const files = new Map<string, FileVersion>();
  const walk = async (name: string): Promise<boolean> => {
    const whole = resolveFrom(io.cwd, name === '' ? path : `${path}/${name}`);
    const shown = name === '' ? path : `${path.replace(/\/+$/, '')}/${name}`;
    const stat = await lookAt(io.fs, whole);
    if (!stat) throw new GitFailure(`Could not access '${path}'`, 1);
    if (stat.type === 'directory') {
      for (const inner of (await io.fs.readdir(whole)).toSorted())
        if (inner !== '.git') await walk(name === '' ? inner : `${name}/${inner}`);
      return true;
    }
    if (stat.type === 'fifo') throw cannotHash(shown);
    const bytes = stat.type === 'symlink' ? encodeUtf8(await io.fs.readlink(whole)) : await io.fs.readFile(whole);
    const mode = stat.type === 'symlink' ? LINK : stat.mode & 0o100 ? EXECUTABLE : FILE_MODE;
    files.set(name, version(shown, mode, bytes));
    return false;
  };
  return { path, isFolder: await walk(''), files };
}

/** If one side is a folder and the other a file, the folder's file of that name is compared. */
function joined(before: Side, after: Side): [Side, Side] {
  const within = (folder: Side, file: Side): Side => {
    const found = folder.files.get(baseOf(file.path));
    if (!found) throw new GitFailure(`Could not access '${folder.path}/${baseOf(file.path)}'`, 1);
    return { path: found.path, isFolder: false, files: new Map([['', found]]) };
  };
  if (before.isFolder && !after.isFolder && after.path !== '/dev/null') return [within(before, after), after];
  if (after.isFolder && !before.isFolder && before.path !== '/dev/null') return [before, within(after, before)];
  return [before, after];
}

function changesBetween(left: Side, right: Side, style: DiffStyle): ChangedFile[] {
  const counts = style.shapes.some((shape) => shape === 'stat' || shape === 'numstat');
  const names = style.shapes.includes('names');
  return [...new Set([...left.files.keys(), ...right.files.keys()])].toSorted().flatMap((name): ChangedFile[] => {
    const [before, after] = [left.files.get(name), right.files.get(name)];
    if (before?.oid === after?.oid && before?.mode === after?.mode) return [];
    const isNamedTwice = counts && before && after && before.path !== after.path;
    const only = before ? `${before.path} => /dev/null` : `/dev/null => ${after?.path ?? ''}`;
    const path =
      names && after
        ? after.path
        : counts && !(before && after)
          ? only
          : isNamedTwice || !before
            ? (after?.path ?? '')
            : before.path;
    return [{ path, before: asShown(before), after: asShown(after), ...(isNamedTwice && { similarity: 0 }) }];
  });
}

/** Standard input has no id. */
const asShown = (version: FileVersion | undefined): FileVersion | undefined =>
  version?.path === '-' ? { ...version, oid: '0'.repeat(40) } : version;
