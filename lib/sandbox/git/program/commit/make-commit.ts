import { currentBranch } from '../../repository';
import { readCommit, subjectLine, writeCommit } from '../../store/commit';
import type { Signature } from '../../store/person';
import { EMPTY_TREE } from '../../store/objects';
import { changesBetweenTrees } from '../diff/diff-sides';
import type { Context } from '../setup/context';
import { diffStyle } from '../diff/diff-style';
import { readOptions } from '../terminal/options';
import { committerOf } from '../people/people';
import { patchOf } from '../diff/patch-text';
import { prepareChanges } from '../diff/show-changes';
import { summaryText, sumText } from '../diff/stat-text';
import { moveHead } from '../refs/update-refs';
import { formatDate } from '../people/dates';

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer?: Signature;
  readonly message: string;
  /** What the reflog says before the subject. */
  readonly reason: string;
}

/** The line of a message that the reflog keeps. */
export const firstLine = (message: string): string => message.split('\n', 1)[0] ?? '';

/** Writes a commit and moves HEAD to it. */
export async function makeCommit(
  context: Context,
  { tree, parents, author, committer = committerOf(context), message, reason }: NewCommit,
): Promise<string> {
  const oid = await writeCommit(context.objects, { tree, parents, author, committer, message });
  await moveHead(context, oid, `${reason}: ${firstLine(message)}`);
  return oid;
}

/** The default style of diffs, without any options. */
export const plainStyle = (context: Context) => diffStyle(context, readOptions([], {}));

/** `[main 1a2b3c4] Subject` and what changed, as git prints them for a new commit. */
export async function commitSummary(
  context: Context,
  oid: string,
  { dated = false, initial = false }: { dated?: boolean; initial?: boolean } = {},
): Promise<string> {
  const { message, parents, tree, author, committer } = await readCommit(context.objects, oid);
  const branch = (await currentBranch(context)) ?? 'detached HEAD';
  const root = initial ? ' (root-commit)' : '';
  let out = `[${branch}${root} ${oid.slice(0, 7)}] ${subjectLine(message)}\n`;
  if (author.name !== committer.name || author.email !== committer.email)
    out += ` Author: ${author.name} <${author.email}>\n`;
  if (dated) out += ` Date: ${formatDate(author)}\n`;
  if (parents.length > 1) return out;
  const style = plainStyle(context);
  const before = parents[0] === undefined ? EMPTY_TREE : (await readCommit(context.objects, parents[0])).tree;
  const changes = await prepareChanges(await changesBetweenTrees(context, before, tree), style);
  const patches = [];
  for (const change of changes) patches.push(await patchOf(change, style));
  return patches.length === 0 ? out : `${out}${sumText(patches)}${summaryText(changes, style)}`;
}
