import { GitFailure } from '../../git-failure';
import { findObject } from '../refs/revision';
import type { Context } from '../setup/context';
import { decodeUtf8 } from '../../store/bytes';
import type { ChangedFile, FileVersion } from '../../diff/file-change';
import { diffLines, splitLines } from '../../diff/line-diff';
import type { DiffStyle } from './diff-style';
import { posixPattern } from '../text/posix-pattern';

const textOf = async (version: FileVersion | undefined): Promise<string> =>
  version ? decodeUtf8(await version.read()) : '';

/** The changes that alter how often a text occurs (`-S`), or whose lines match a pattern (`-G`). */
export async function pickChanges(
  context: Context,
  changes: readonly ChangedFile[],
  asked: NonNullable<DiffStyle['pick']>,
): Promise<ChangedFile[]> {
  const pick = asked.kind === 'object' ? { ...asked, pattern: await objectNamed(context, asked.pattern) } : asked;
  const found: ChangedFile[] = [];
  for (const change of changes) if (await isPicked(change, pick)) found.push(change);
  return pick.all && found.length > 0 ? [...changes] : found;
}

async function objectNamed(context: Context, name: string): Promise<string> {
  const oid = await findObject(context, name).catch(() => undefined);
  if (oid === undefined) throw new GitFailure(`unable to resolve '${name}'`, 129);
  return oid;
}

async function isPicked(
  { before, after }: ChangedFile,
  { kind, pattern, isRegex, ignoreCase = false }: NonNullable<DiffStyle['pick']>,
): Promise<boolean> {
  if (kind === 'object') return [before?.oid, after?.oid].some((oid) => oid === pattern);
  const [old, now] = [await textOf(before), await textOf(after)];
  if (kind === 'count') {
    const cased = (text: string) => (ignoreCase ? text.toLowerCase() : text);
    const count = (text: string) =>
      isRegex
        ? [...text.matchAll(posixPattern(pattern, { extended: true, flags: `gm${ignoreCase ? 'i' : ''}` }))].length
        : cased(text).split(cased(pattern)).length;
    return count(old) !== count(now);
  }
  const wanted = posixPattern(pattern, { extended: true, flags: ignoreCase ? 'i' : '' });
  const [from, to] = [splitLines(old), splitLines(now)];
  return diffLines(from, to).some(({ oldStart, oldEnd, newStart, newEnd }) =>
    [...from.slice(oldStart, oldEnd), ...to.slice(newStart, newEnd)].some((line) =>
      wanted.test(line.replace(/\n$/, '')),
    ),
  );
}
