import { GitFailure } from '../../git-failure';
import type { Commit } from '../../store/commit';
import { asInteger } from '../../store/config';
import { GITLINK, readTree, TREE } from '../../store/tree';
import { closure } from '../refs/closure';
import type { Context } from '../setup/context';
import { treeOfCommit } from '../worktree/merge-into-work';
import { findObject, revisionRange } from '../refs/revision';
import { parseTag } from '../../store/tag';
import { wantedBy, type Pathspec } from '../setup/pathspec';

/** What `rev-list --objects` lists of trees. */
export interface ObjectRules {
  readonly named: boolean;
  /** Such as `blob:none` or `tree:1`. */
  readonly filter: string | undefined;
  /** What becomes of objects that are not there. */
  readonly missing: string | undefined;
  /** The paths to list. */
  readonly specs: readonly Pathspec[];
}

/** Whether a filter leaves an object out; `depth`: how many folders it is in. */
async function filterOf(
  context: Context,
  filter: string | undefined,
): Promise<(oid: string, isTree: boolean, depth: number) => Promise<boolean>> {
  if (filter === undefined) return async () => false;
  const [, kind, value = ''] = /^(blob:none|blob:limit=|tree:|object:type=)(.*)$/.exec(filter) ?? [];
  const limit = asInteger(value);
  if (kind === 'blob:none' && value === '') return async (_oid, isTree) => !isTree;
  if (kind === 'blob:limit=' && limit !== undefined)
    return async (oid, isTree) => !isTree && ((await context.objects.find(oid))?.data.length ?? 0) >= limit;
  if (filter.startsWith('combine:')) {
    const parts = filter.slice('combine:'.length).split('+');
    const all = await Promise.all(parts.map((part) => filterOf(context, decodeURIComponent(part))));
    return async (...object) => {
      for (const isOut of all) if (await isOut(...object)) return true;
      return false;
    };
  }
  if (kind === 'tree:' && limit !== undefined) return async (_oid, _isTree, depth) => depth >= limit;
  if (kind === 'object:type=' && ['blob', 'tree'].includes(value))
    return async (_oid, isTree) => isTree !== (value === 'tree');
  throw new GitFailure(`invalid filter-spec '${filter}'`);
}

/** Lists the objects of trees one after the other, each object once. `edges`: trees whose objects are left out. */
export async function objectLister(context: Context, edges: readonly string[], rules: ObjectRules) {
  const isOut = await filterOf(context, rules.filter);
  const seen = await closure(context, edges);
  const wanted = wantedBy(rules.specs);
  const isBelow = (path: string, isTree: boolean) =>
    rules.specs.length === 0 || wanted(path) || (isTree && rules.specs.some((spec) => spec.mayMatchBelow(path)));
  const omitted: string[] = [];
  const missing: string[] = [];
  const put = async (oid: string, path: string, isTree: boolean, depth: number): Promise<void> => {
    if (seen.has(oid)) return;
    seen.add(oid);
    const found = await context.objects.find(oid);
    if (!found && (rules.missing ?? 'error') === 'error')
      throw new GitFailure(`missing ${isTree ? 'tree' : 'blob'} object '${oid}'`);
    if (!found) missing.push(oid);
    else if (await isOut(oid, isTree, depth)) omitted.push(oid);
    else context.io.out(rules.named ? `${oid} ${path}\n` : `${oid}\n`);
    if (!found || !isTree) return;
    for (const { name, oid: inner, mode } of await readTree(context.objects, oid))
      if (mode !== GITLINK && isBelow(path === '' ? name : `${path}/${name}`, mode === TREE))
        await put(inner, path === '' ? name : `${path}/${name}`, mode === TREE, depth + 1);
  };
  return {
    list: (tree: string) => put(tree, '', true, 0),
    tag: (oid: string, name: string) => context.io.out(rules.named ? `${oid} ${name}\n` : `${oid}\n`),
    file: (oid: string, path: string) => put(oid, path, false, 1),
    omitted,
    missing,
  };
}

/** The annotated tags among the revisions that were asked for, with their names. */
export async function tagsAmong(
  context: Context,
  named: readonly string[],
  refs: readonly { readonly oid: string }[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const put = async (oid: string | undefined): Promise<void> => {
    const object = oid === undefined ? undefined : await context.objects.find(oid);
    if (oid === undefined || object?.kind !== 'tag') return;
    const { tag, object: inner } = parseTag(object.data);
    found.set(oid, tag);
    await put(inner);
  };
  for (const text of named) {
    const range = revisionRange(text);
    const ends = range ? [...(range.symmetric ? [range.from] : []), range.to] : [text];
    for (const end of ends) if (!end.startsWith('^')) await put(await findObject(context, end).catch(() => undefined));
  }
  for (const { oid } of refs) await put(oid);
  return found;
}

/** The commits at the edge of a range: excluded ones that are parents of listed ones. */
export function excludedEdges(listed: readonly { readonly commit: Commit }[], exclude: readonly string[]): string[] {
  const inside = new Set(listed.map(({ commit }) => commit.oid));
  const parents = exclude.length === 0 ? [] : listed.flatMap(({ commit }) => commit.parents);
  return [...new Set(parents)].filter((oid) => !inside.has(oid));
}

export const edgeTrees = (
  context: Context,
  listed: readonly { readonly commit: Commit }[],
  exclude: readonly string[],
): Promise<string[]> =>
  Promise.all([...new Set([...exclude, ...excludedEdges(listed, exclude)])].map((oid) => treeOfCommit(context, oid)));
