import type { Npm } from './npm';
import { installedIn } from './install/local';
import { HIDDEN_LOCK, readLock, treeOf } from './install/lock-file';
import type { TreeNode } from './install/tree';
import { PackageFolder } from './project';

/** What is in `node_modules`, with the packages that somebody put there without npm. */
export function installedTree({ context }: Npm, project: PackageFolder): TreeNode {
  const root = treeOf(context, project, new Map(readLock(project, HIDDEN_LOCK) ?? []));
  for (const name of installedIn(context.sys, project)) {
    const path = `${project.path}/node_modules/${name}`;
    if (root.children.has(name) || !context.sys.isFile(`${path}/package.json`)) continue;
    const { version = '', dependencies } = new PackageFolder(context, path).manifest;
    root.add(name, { version, dependencies });
  }
  return root;
}
