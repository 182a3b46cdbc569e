import { makeFolder, readText, removeAll, writeText } from '../git-fs';
import { currentBranch, headCommit, parentOf, type Repository } from '../repository';
import { committerOf } from './committer';
import type { GitIo } from './git-io';
import { formatZone } from './stamp';

/** One move of a name, as git keeps it in `.git/logs`. */
export interface RefMove {
  /** Left out where the name is new. */
  readonly before?: string | undefined;
  readonly after: string;
  /** Such as `commit: Add a test`. */
  readonly reason: string;
}

const NOTHING = '0'.repeat(40);

const logOf = ({ gitdir }: Repository, ref: string): string => `${gitdir}/logs/${ref}`;

/** The moves of `HEAD` or `refs/heads/main`, the last one first; none where nothing was ever noted. */
export async function readReflog(repository: Repository, ref: string): Promise<RefMove[]> {
  const text = (await readText(repository.fs, logOf(repository, ref))) ?? '';
  return text
    .split('\n')
    .flatMap((line): RefMove[] => {
      const [, before, after, reason] = /^([0-9a-f]{40}) ([0-9a-f]{40}) [^\t]*\t?(.*)$/.exec(line) ?? [];
      if (before === undefined || after === undefined) return [];
      return [{ ...(before !== NOTHING && { before }), after, reason: reason ?? '' }];
    })
    .toReversed();
}

/** Notes that names have moved. */
export async function noteMove(
  repository: Repository,
  io: GitIo,
  refs: readonly string[],
  { before = NOTHING, after, reason }: RefMove,
): Promise<void> {
  const { name, email, timestamp, timezoneOffset } = (await committerOf(repository, io)).committer;
  const now = new Date();
  const seconds = timestamp ?? Math.floor(now.getTime() / 1000);
  const zone = formatZone(timezoneOffset ?? now.getTimezoneOffset());
  const line = `${before} ${after} ${name} <${email}> ${seconds} ${zone}\t${reason}\n`;
  for (const ref of refs) {
    const path = logOf(repository, ref);
    await makeFolder(repository.fs, parentOf(path));
    await writeText(repository.fs, path, `${(await readText(repository.fs, path)) ?? ''}${line}`);
  }
}

/** Notes that HEAD was set to a commit, and where that is another one the branch it is on with it. */
export async function noteHead(repository: Repository, io: GitIo, before: string | undefined, reason: string) {
  const after = await headCommit(repository);
  if (after === undefined) return;
  const branch = await currentBranch(repository);
  const refs = branch === undefined || before === after ? ['HEAD'] : ['HEAD', `refs/heads/${branch}`];
  await noteMove(repository, io, refs, { before, after, reason });
}

/** A branch has another name, or none any more: its log goes with it. */
export async function moveReflog(repository: Repository, from: string, to?: string): Promise<void> {
  const { fs } = repository;
  const text = await readText(fs, logOf(repository, from));
  if (text === undefined) return;
  if (to !== undefined) {
    await makeFolder(fs, parentOf(logOf(repository, to)));
    await writeText(fs, logOf(repository, to), text);
  }
  await removeAll(fs, logOf(repository, from));
}

/** The branch, or the commit, that HEAD was on before the last `count` changes of it: what `@{-1}` means. */
export async function previousPlace(repository: Repository, count: number): Promise<string | undefined> {
  const moves = await readReflog(repository, 'HEAD');
  const left = moves.flatMap(({ reason }) => /^checkout: moving from (\S+) to /.exec(reason)?.[1] ?? []);
  return left[count - 1];
}
