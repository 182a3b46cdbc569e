import * as semver from 'semver';
import type { LockEntry } from './entry';

/** A dependency of a package on another, in a version range. */
export interface Edge {
  readonly name: string;
  readonly range: string;
  readonly kind: 'prod' | 'dev' | 'optional' | 'peer';
  /** Set where a project needs it as its workspace. */
  readonly isSpace?: true;
}

/** The kinds of dependencies in npm's order. */
export const EDGE_KINDS: readonly Edge['kind'][] = ['peer', 'prod', 'optional', 'dev'];

/** A package at its place in the tree; the root is the project. */
export class TreeNode {
  readonly children = new Map<string, TreeNode>();

  constructor(
    readonly name: string,
    readonly entry: LockEntry,
    readonly edges: readonly Edge[],
    public parent: TreeNode | undefined,
    /** The folder that it is linked to, relative to the project: a workspace, or a package that is no copy. */
    readonly folder?: string,
  ) {}

  /** Its folder relative to the project: `node_modules/a/node_modules/b`; empty for the root. */
  get path(): string {
    return this.folder ?? this.place;
  }

  /** Where programs find it: its folder, or the link to it. */
  get place(): string {
    if (!this.parent) return '';
    return `${this.parent.path && `${this.parent.path}/`}node_modules/${this.name}`;
  }

  get depth(): number {
    return this.parent ? this.parent.depth + 1 : 0;
  }

  /** The package that a dependency resolves to: the nearest of that name; for a peer, the search starts one level up. */
  resolve({ name, kind }: Pick<Edge, 'name' | 'kind'>): TreeNode | undefined {
    let at: TreeNode | undefined = kind === 'peer' && this.parent ? this.parent : this;
    for (; at; at = at.parent) {
      const found = at.children.get(name);
      if (found) return found;
    }
    return undefined;
  }

  add(name: string, entry: LockEntry, folder?: string): TreeNode {
    // What a folder outside of the project needs is not installed with it.
    const edges = folder?.startsWith('../') ? [] : edgesOf(entry);
    const node = new TreeNode(name, entry, edges, this, folder);
    this.children.set(name, node);
    return node;
  }

  /** The node and all nodes below it. */
  *all(): Generator<TreeNode> {
    yield this;
    for (const child of this.children.values()) yield* child.all();
  }
}

/** The package that a range such as `npm:ms@^2` means; undefined for other ranges. */
export function aliasOf(range: string): { name: string; range: string } | undefined {
  const [, name, its = '*'] = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(range) ?? [];
  return name === undefined ? undefined : { name, range: its };
}

/** A package's name, and the range that is asked for. */
export function specOf(word: string): { name: string; range: string } {
  const [, name = word, range = 'latest'] = /^((?:@[^/]+\/)?[^@]+)(?:@(.+))?$/.exec(word) ?? [];
  return { name, range };
}

/** A folder or archive is what it is, whatever its version. */
export function allows(range: string, version: string): boolean {
  const wanted = aliasOf(range)?.range ?? range;
  return wanted === '' || wanted === 'latest' || wanted.startsWith('file:') || semver.satisfies(version, wanted);
}

const byName = (a: Edge, b: Edge): number => a.name.localeCompare(b.name, 'en');

/** The dependencies of a package; optional peers are not fetched. */
export function edgesOf(
  entry: Pick<LockEntry, 'dependencies' | 'optionalDependencies' | 'peerDependencies' | 'peerDependenciesMeta'> & {
    devDependencies?: Record<string, string>;
  },
): Edge[] {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry;
  const edges = new Map<string, Edge>();
  const take = (kind: Edge['kind'], some: Record<string, string>) => {
    for (const [name, range] of Object.entries(some)) edges.set(name, { name, range, kind });
  };
  take(
    'peer',
    Object.fromEntries(
      Object.entries(peerDependencies).filter(([name]) => entry.peerDependenciesMeta?.[name]?.optional !== true),
    ),
  );
  take('prod', dependencies);
  take('optional', optionalDependencies);
  take('dev', devDependencies);
  return [...edges.values()].sort(byName);
}
