import type { TreeNode } from './tree';
import type { LockEntry } from './entry';

/** A package as lock files before version 3 list it, with those in its own `node_modules`. */
interface Legacy {
  version: string;
  requires?: Record<string, string>;
  dependencies?: Record<string, Legacy>;
  [field: string]: unknown;
}

/** The `dependencies` of a lock file before version 3; undefined without any. */
export function legacyDependencies(
  node: TreeNode,
  entries: ReadonlyMap<string, LockEntry>,
): Record<string, Legacy> | undefined {
  const listed = [...node.children].map(([name, child]) => [name, legacyOf(child, entries)] as const);
  return listed.length > 0 ? Object.fromEntries(listed) : undefined;
}

function legacyOf(node: TreeNode, entries: ReadonlyMap<string, LockEntry>): Legacy {
  const { folder, edges } = node;
  const { version, resolved = '', integrity, name, ...about } = entries.get(node.path) ?? node.entry;
  const isFile = resolved.startsWith('file:');
  const plain = name === undefined ? version : `npm:${name}@${version}`;
  const flags = ['peer', 'devOptional', 'dev', 'optional'].filter(
    (flag) => folder === undefined && about[flag] === true,
  );
  const requires = edges.filter(({ kind }) => kind !== 'peer').map((edge) => [edge.name, edge.range]);
  const dependencies = legacyDependencies(node, entries);
  return {
    version: folder !== undefined ? `file:${folder}` : isFile ? resolved : plain,
    ...(folder === undefined && !isFile && resolved !== '' && { resolved }),
    ...(integrity !== undefined && { integrity }),
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
    ...(edges.length > 0 && { requires: Object.fromEntries(requires) }),
    ...(dependencies && { dependencies }),
  };
}
