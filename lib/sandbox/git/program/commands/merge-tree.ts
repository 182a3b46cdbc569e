import { GitFailure } from '../../git-failure';
import { mergeTrees } from '../../merge/merge-trees';
import { comparePaths } from '../../store/bytes';
import { formatMode, writeTree } from '../../store/tree';
import { openContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { mergeBases } from '../refs/history';
import { mergeByAttributes } from '../worktree/merge-driver';
import { baseTree, conflictStyle, filesOfCommit } from '../worktree/merge-into-work';
import { readOptions } from '../terminal/options';
import { quotePath } from '../text/quote-path';
import { findCommit } from '../refs/revision';
import { trivialMerge } from '../worktree/trivial-merge';

const USAGE = 'usage: git merge-tree [--write-tree] [<options>] <branch1> <branch2>';

/** Merges two commits into a tree without a checkout. Prints the tree's id, the conflicts and messages. */
export const mergeTree: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--stdin',
    flags: {
      trivial: '--trivial-merge',
      write: '--write-tree',
      zero: '-z',
      names: '--name-only',
      messages: '--messages',
      quiet: '--no-messages',
      unrelated: '--allow-unrelated-histories',
    },
  });
  const context = await openContext(io);
  const [ours, theirs, other] = options.rest;
  if (options.is('trivial') && options.rest.length !== 3) throw new GitFailure(USAGE, 129);
  const isTrivial = options.is('trivial') || (other !== undefined && !options.is('write'));
  if (options.rest.length > 3) throw new GitFailure(USAGE, 129);
  if (isTrivial && ours !== undefined && theirs !== undefined && other !== undefined)
    return io.out(await trivialMerge(context, [ours, theirs, other]));
  if (ours === undefined || theirs === undefined) throw new GitFailure(USAGE, 129);
  if (other !== undefined) throw new GitFailure(USAGE, 129);
  const commits: string[] = [];
  for (const name of [ours, theirs]) {
    const oid = await findCommit(context, name);
    if (oid === undefined) throw new GitFailure(`${name} - not something we can merge`, 1, 'merge-tree: ');
    commits.push(oid);
  }
  const [head = '', side = ''] = commits;
  const bases = await mergeBases(context, [head, side]);
  if (bases.length === 0 && !options.is('unrelated')) throw new GitFailure('refusing to merge unrelated histories');
  const base =
    bases.length === 1 ? (bases[0] ?? '').slice(0, 7) : bases.length === 0 ? 'empty tree' : 'merged common ancestors';
  const merge = await mergeTrees(
    context.objects,
    await baseTree(context, bases),
    await filesOfCommit(context, head),
    await filesOfCommit(context, side),
    {
      labels: { ours, base, theirs },
      style: conflictStyle(context),
      ...mergeByAttributes(context),
    },
  );
  const conflicts = [...merge.conflicts].toSorted(([a], [b]) => comparePaths(a, b));
  if (options.is('zero') && (options.last('messages', 'quiet') ?? 'messages') === 'messages' && conflicts.length > 0)
    throw new GitFailure('-z with messages is not supported in this sandbox: add --no-messages', 2);
  const end = options.is('zero') ? '\0' : '\n';
  const shown = (path: string) => (options.is('zero') ? path : quotePath(path, context));
  io.out(`${await writeTree(context.objects, merge.files)}${end}`);
  if (options.is('names')) io.out(conflicts.map(([path]) => `${shown(path)}${end}`).join(''));
  else
    for (const [path, stages] of conflicts)
      for (const [at, entry] of stages.entries())
        if (entry) io.out(`${formatMode(entry.mode)} ${entry.oid} ${at + 1}\t${shown(path)}${end}`);
  const says = options.last('messages', 'quiet') ?? (conflicts.length > 0 ? 'messages' : 'quiet');
  if (says === 'messages') io.out(`\n${merge.messages.map((line) => `${line}\n`).join('')}`);
  return conflicts.length > 0 ? 1 : 0;
};
