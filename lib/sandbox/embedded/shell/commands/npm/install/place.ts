import * as semver from 'semver';
import { NpmError } from '../npm-error';
import type { LockEntry } from './entry';
import { allows, type Edge, type TreeNode } from './tree';

/** Finds a package for a dependency, which `asker` has. Throws `NpmError` if there is none. */
export type PickEntry = (asker: TreeNode, name: string, range: string) => LockEntry;

/**
 * Adds missing packages and replaces wrong versions, as npm does: each package as near to the root as it can
 * go without hiding another from a package that needs it. Then removes packages that nothing needs. `isApart`: what a package
 * needs is in its own folder, as for packages that are installed for all projects. Without `withPeers`, nobody asks for peers.
 */
export function completeTree(root: TreeNode, pick: PickEntry, { isApart = false, withPeers = true } = {}): void {
  const seen = new Set<TreeNode>();
  let level: TreeNode[] = [root];
  while (level.length > 0) {
    const next = new Set<TreeNode>();
    for (const node of level.sort((a, b) => a.depth - b.depth || a.path.localeCompare(b.path, 'en'))) {
      if (seen.has(node)) continue;
      seen.add(node);
      for (const edge of withPeers ? node.edges : node.edges.filter(({ kind }) => kind !== 'peer')) {
        const met = meet(node, edge, pick, isApart);
        if (met && !seen.has(met)) next.add(met);
      }
    }
    level = [...next];
  }
  prune(root);
}

/** The package that satisfies a dependency, added if necessary; undefined for an optional one that the set lacks. */
function meet(node: TreeNode, edge: Edge, pick: PickEntry, isApart: boolean): TreeNode | undefined {
  const found = node.resolve(edge);
  if (found && allows(edge.range, found.entry.version)) return found;
  try {
    const entry = pick(node, edge.name, edge.range);
    const added = placeFor(node, edge, entry.version, isApart).add(edge.name, entry);
    dropCopies(added);
    return added;
  } catch (error) {
    if (edge.kind === 'optional' && error instanceof NpmError) return undefined;
    throw error;
  }
}

function placeFor(node: TreeNode, edge: Edge, version: string, isApart: boolean): TreeNode {
  const start = edge.kind === 'peer' && node.parent && !isApart ? node.parent : node;
  let place: TreeNode | undefined;
  for (let at: TreeNode | undefined = start; at && fits(at, node, edge.name, version); at = at.parent) {
    if (isApart && !at.parent && at !== node) break;
    place = at;
    if (at.children.has(edge.name)) break;
  }
  if (place) return place;
  const there = start.children.get(edge.name)?.entry.version;
  const who = (one: TreeNode) => one.name || 'the project';
  throw new NpmError(
    `unable to resolve dependency tree\n${who(node)} needs ${edge.name}@${edge.range}, and ${who(start)} has ${there}`,
    { code: 'ERESOLVE' },
  );
}

/** Removes copies further down that an added package of the same or a newer version can replace. */
function dropCopies({ name, entry, parent }: TreeNode): void {
  const below = Array.from(parent?.all() ?? []);
  for (const copy of below) {
    if (copy.name !== name || copy.parent === parent || semver.gt(copy.entry.version, entry.version)) continue;
    const needs = below.flatMap((one) => one.edges.filter((need) => need.name === name && one.resolve(need) === copy));
    if (needs.every(({ range }) => allows(range, entry.version))) copy.parent?.children.delete(name);
  }
}

/** Whether a version fits in a place, that is, does not give another package there or below a wrong version. */
function fits(place: TreeNode, asker: TreeNode, name: string, version: string): boolean {
  for (const other of place.all()) {
    if (other === asker) continue;
    for (const need of other.edges) {
      const now = need.name === name ? other.resolve(need) : undefined;
      if (!now || now.depth > place.depth + 1) continue;
      if (allows(need.range, now.entry.version) && !allows(need.range, version)) return false;
    }
  }
  return true;
}

/** Removes packages that are no longer reachable. */
function prune(root: TreeNode): void {
  const needed = reached(root, () => true);
  for (const node of Array.from(root.all()))
    if (node.parent && !needed.has(node)) node.parent.children.delete(node.name);
}

/** The packages reachable from the root along the edges that `follows` allows. */
export function reached(root: TreeNode, follows: (edge: Edge) => boolean): Set<TreeNode> {
  const found = new Set([root]);
  for (const node of found) {
    for (const edge of node.edges) {
      const next = follows(edge) ? node.resolve(edge) : undefined;
      if (next) found.add(next);
    }
  }
  return found;
}
