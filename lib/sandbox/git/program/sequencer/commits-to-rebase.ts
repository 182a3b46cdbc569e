import { readCommit, type Commit } from '../../store/commit';
import { listWorktrees } from '../../worktrees';
import type { Context } from '../setup/context';
import { changesOf } from '../diff/diff-sides';
import { commitHistory, mergeBases, topologically } from '../refs/history';
import { treeOfCommit } from '../worktree/merge-into-work';
import { patchId } from '../diff/patch-id';
import { mergingTodo } from './rebase-merges';
import { todoLine } from './rebase-todo';

/** The todo lines of the commits to rebase, oldest first: without merges, and without those that the other side has. */
export async function todoFor(
  context: Context,
  {
    head,
    fork,
    upstream,
    keep,
    dropsEmpty,
    merges,
  }: {
    head: string;
    /** Commits up to this one were once upstream. */
    fork: string | undefined;
    upstream: string | undefined;
    keep: boolean;
    dropsEmpty: boolean;
    merges: boolean;
  },
): Promise<string[]> {
  const theirs = new Set<string>();
  if (upstream !== undefined && !keep) {
    for await (const commit of commitHistory(context, [upstream], { without: [head] }))
      if (commit.parents.length < 2) theirs.add(await patchId(context, commit));
  }
  const commits: string[] = [];
  const all: Commit[] = [];
  const empty = new Set<string>();
  let skipped = 0;
  const seen = await collect(context, head, [upstream, fork]);
  for (const oid of seen) {
    const commit = await readCommit(context.objects, oid);
    all.push(commit);
    if (commit.parents.length > 1) continue;
    if (commit.tree === (await treeOfCommit(context, commit.parents[0]))) empty.add(oid);
    if (dropsEmpty && empty.has(oid)) continue;
    if (
      theirs.size > 0 &&
      (await changesOf(context, commit)).length > 0 &&
      theirs.has(await patchId(context, commit))
    ) {
      context.io.err(`warning: skipped previously applied commit ${oid.slice(0, 7)}\n`);
      skipped++;
      continue;
    }
    commits.push(oid);
  }
  if (skipped > 0 && context.config.advises('skippedCherryPicks'))
    context.io.err(
      'hint: use --reapply-cherry-picks to include skipped commits\nhint: Disable this message with "git config advice.skippedCherryPicks false"\n',
    );
  const lines = await Promise.all(
    commits.map(async (oid) => `${await todoLine(context, 'pick', oid)}${empty.has(oid) ? ' # empty' : ''}`),
  );
  if (!merges || !all.some(({ parents }) => parents.length > 1)) return lines;
  const [base] = upstream === undefined ? [] : await mergeBases(context, [upstream, head]);
  return mergingTodo(all, new Map(lines.map((line, at) => [commits[at] ?? '', line])), base);
}

/** `--update-refs`: adds the other branches after the commits that they are at. */
export async function withBranches(context: Context, lines: readonly string[], own: string): Promise<string[]> {
  const used = new Set((await listWorktrees(context)).map(({ branch }) => `refs/heads/${branch}`));
  const branches = (await context.refs.list('refs/heads/')).filter(({ name }) => name !== own && !used.has(name));
  return lines.flatMap((line) => [
    line,
    ...branches.filter(({ oid }) => line.split(' ')[1] === oid).flatMap(({ name }) => [`update-ref ${name}`, '']),
  ]);
}

async function collect(context: Context, head: string, ends: readonly (string | undefined)[]): Promise<string[]> {
  const list = [];
  for await (const commit of commitHistory(context, [head], { without: ends.flatMap((oid) => oid ?? []) }))
    list.push(commit);
  return (await topologically(context, list)).map(({ oid }) => oid).toReversed();
}
