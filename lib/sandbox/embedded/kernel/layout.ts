import type { TreeFs } from '../fs/tree-fs';

/** Where a project is mounted, and the home folder. */
export const WORKDIR = '/home/project';

/** Creates the folders that every program expects. */
export function layOut(fs: TreeFs): void {
  for (const folder of [WORKDIR, '/tmp', '/bin', '/usr/bin', '/dev', '/etc']) fs.mkdir(folder, { recursive: true });
  fs.write('/dev/null', new Uint8Array());
  fs.write('/etc/hostname', new TextEncoder().encode('toolyard\n'));
}
