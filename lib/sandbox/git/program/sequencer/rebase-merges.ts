import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { subjectLine, writeCommit, type Commit } from '../../store/commit';
import type { Context } from '../setup/context';
import { preparedMessage } from '../commit/edited-message';
import { mergeBases } from '../refs/history';
import { baseTree, filesOfCommit, conflictStyle, indexTree, mergeIntoWork } from '../worktree/merge-into-work';
import { parseTodo, type TodoItem } from './rebase-todo';
import { committerOf, personOf } from '../people/people';
import { actionOf, committerFor, FORWARDED, readRebase, writeRebase } from './rebase-state';
import { EMPTY_TREE } from '../../store/objects';
import { findCommit } from '../refs/revision';
import { writeState } from '../setup/state';
import { switchTree, type InTheWay } from '../worktree/switch-tree';
import { moveHead } from '../refs/update-refs';

/** Where labels are kept during a rebase. */
const LABELS = 'refs/rewritten/';
/** The label of nothing, from which a new history starts. */
const NEW_ROOT = '[new root]';

/**
 * `--rebase-merges`: the todo lines that rebuild a history with merges. `commits` are the commits to rebase, oldest
 * first; `picks` are the lines of those that are not merges; `base` is where the branch left its upstream.
 */
export function mergingTodo(
  commits: readonly Commit[],
  picks: ReadonlyMap<string, string>,
  base: string | undefined,
): string[] {
  const inside = new Map(commits.map((commit) => [commit.oid, commit]));
  const labels = new Map<string, string>(base === undefined ? [] : [[base, 'onto']]);
  const used = new Set(['onto']);
  const label = (oid: string, wanted: string): string => {
    const known = labels.get(oid);
    if (known !== undefined) return known;
    const plain = wanted.replaceAll(/[^A-Za-z0-9\u0080-\uffff]+/g, '-').replace(/^-+|-+$/g, '') || oid.slice(0, 7);
    let name = plain;
    for (let count = 2; used.has(name); count++) name = `${plain}-${count}`;
    used.add(name);
    labels.set(oid, name);
    return name;
  };
  const lines = new Map(picks);
  const tips: string[] = [];
  const seen = new Set<string>();
  for (const { oid, parents, message } of commits) {
    if (parents.length > 1) {
      const names = parents.slice(1).map((parent) => {
        if (!inside.has(parent)) return labels.get(parent) ?? parent;
        tips.push(parent);
        return label(parent, branchIn(subjectLine(message)));
      });
      lines.set(oid, `merge -C ${oid} ${names.join(' ')} # ${subjectLine(message)}`);
    }
  }
  for (const { parents } of commits)
    for (const parent of parents) {
      if (inside.has(parent) && seen.has(parent)) label(parent, 'branch-point');
      seen.add(parent);
    }
  const head = commits.at(-1)?.oid;
  const shown = new Set<string>();
  const out = ['label onto'];
  for (const tip of head === undefined ? tips : [...tips, head]) {
    if (shown.has(tip)) continue;
    const own = labels.get(tip);
    out.push('', ...(own === undefined ? [] : [`# Branch ${own}`]));
    const chain: string[] = [];
    let at: string | undefined = tip;
    while (at !== undefined && inside.has(at) && !shown.has(at)) {
      chain.unshift(at);
      at = inside.get(at)?.parents[0];
    }
    const to = at === undefined ? NEW_ROOT : (labels.get(at) ?? at.slice(0, 7));
    const title = at === undefined || to === 'onto' ? '' : ` # ${subjectLine(inside.get(at)?.message ?? '')}`;
    out.push(`reset ${to}${title}`.trimEnd());
    for (const oid of chain) {
      shown.add(oid);
      const [line, name] = [lines.get(oid), labels.get(oid)];
      out.push(...(line === undefined ? [] : [line]), ...(name === undefined ? [] : [`label ${name}`]));
    }
  }
  return out;
}

/** The branch named in a merge's subject. */
const branchIn = (subject: string): string =>
  /^Merge [^']*'([^']+)'/.exec(subject)?.[1] ?? /^Merge pull request .* from (\S+)/.exec(subject)?.[1] ?? subject;

const labelled = async (context: Context, name: string): Promise<string> => {
  const found = (await context.refs.resolve(`${LABELS}${name}`)) ?? (await findCommit(context, name));
  if (found === undefined) throw new GitFailure(`could not resolve '${name}'`, 1);
  return found;
};

/** Labels the current commit. */
export const setLabel = async (context: Context, name: string): Promise<void> =>
  context.refs.write(`${LABELS}${name}`, (await headCommit(context)) ?? '');

export async function removeLabels(context: Context): Promise<void> {
  for (const { name } of await context.refs.list(LABELS)) await context.refs.remove(name);
}

/** An empty commit that stands in for the missing parent; the new history begins without it. */
export async function emptyStart(context: Context): Promise<string> {
  const author = personOf(context, 'AUTHOR');
  const committer = committerOf(context);
  return writeCommit(context.objects, { tree: EMPTY_TREE, parents: [], author, committer, message: '' });
}

/** `reset`: continues from a label, or from nothing. */
export async function resetToLabel(context: Context, name: string): Promise<InTheWay | undefined> {
  const head = await headCommit(context);
  const to = name === NEW_ROOT ? await newRoot(context) : await labelled(context, name);
  if (head === to) return undefined;
  const inTheWay = await switchTree(context, await filesOfCommit(context, head), await filesOfCommit(context, to));
  if (!inTheWay) await moveHead(context, to, `${actionOf(context)} (reset): '${name}'`);
  return inTheWay;
}

/** The commit in place of the missing parent. */
async function newRoot(context: Context): Promise<string> {
  const known = await readRebase(context, 'squash-onto');
  if (known !== undefined) return known;
  const made = await emptyStart(context);
  await writeRebase(context, 'squash-onto', `${made}\n`);
  return made;
}

/** The outcome of making a merge again. */
export interface MergedAgain {
  readonly conflicts: readonly string[];
  readonly messages: readonly string[];
  readonly inTheWay: InTheWay | undefined;
}

/** What git's reflog says of a merge: the commit or reset before it. */
async function lastStep(context: Context): Promise<string> {
  const steps = parseTodo((await readRebase(context, 'done')) ?? '');
  const last = steps.findLast(({ verb }) => !['merge', 'label', 'exec', 'break', 'update-ref', 'drop'].includes(verb));
  return last?.verb === 'reset' ? `reset): '${last.what}'` : `${last?.verb ?? 'pick'})`;
}

/** `merge`: makes a merge again, with the original's message. */
export async function mergeAgain(
  context: Context,
  item: TodoItem,
  commit: Commit,
  forced: boolean,
): Promise<MergedAgain> {
  if (!item.takesMessage)
    throw new GitFailure(`'${item.line}' names no commit: write \`merge -C <commit> <label>\``, 1);
  const names = item.line
    .replace(/ # .*$/s, '')
    .split(/\s+/)
    .slice(3);
  const head = (await headCommit(context)) ?? '';
  const others = await Promise.all(names.map((name) => labelled(context, name)));
  const [other] = others;
  if (other === undefined || others.length > 1)
    throw new GitFailure('a merge of more than two branches cannot be made again in this sandbox', 1);
  const done: MergedAgain = { conflicts: [], messages: [], inTheWay: undefined };
  if (!forced && commit.parents[0] === head && commit.parents[1] === other) {
    const inTheWay = await switchTree(
      context,
      await filesOfCommit(context, head),
      await filesOfCommit(context, commit.oid),
    );
    if (!inTheWay) await moveHead(context, commit.oid, FORWARDED);
    return { ...done, inTheWay };
  }
  const bases = await mergeBases(context, [head, other]);
  const [base, ...more] = bases;
  // What HEAD has already is not merged again.
  if (base === other) return done;
  const shown = more.length > 0 ? 'merged common ancestors' : (base?.slice(0, 7) ?? 'empty tree');
  const labels = { ours: 'HEAD', base: shown, theirs: `refs/rewritten/${names[0]}` };
  const { merge, inTheWay } = await mergeIntoWork(
    context,
    await baseTree(context, bases),
    await filesOfCommit(context, head),
    await filesOfCommit(context, other),
    { labels, style: conflictStyle(context) },
  );
  if (inTheWay) return { ...done, inTheWay };
  if (merge.conflicts.size > 0) {
    await writeState(context, 'MERGE_HEAD', `${other}\n`);
    return { ...done, conflicts: [...merge.conflicts.keys()], messages: merge.messages };
  }
  const oid = await writeCommit(context.objects, {
    tree: await indexTree(context),
    parents: [head, other],
    author: commit.author,
    committer: await committerFor(context, commit),
    message: await preparedMessage(context, commit.message, ['message']),
  });
  await moveHead(context, oid, `${actionOf(context)} (${await lastStep(context)}: ${subjectLine(commit.message)}`);
  return done;
}
