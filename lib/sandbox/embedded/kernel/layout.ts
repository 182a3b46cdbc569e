import { DEVICES } from '../fs/devices';
import type { TreeFs } from '../fs/tree-fs';

/** Where a project is mounted, and the home folder. */
export const WORKDIR = '/home/project';

/** The files of /etc that programs read. */
const ETC: Readonly<Record<string, string>> = {
  hostname: 'toolyard',
  hosts: '127.0.0.1\tlocalhost\n::1\tlocalhost',
  passwd: `root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000::${WORKDIR}:/bin/bash`,
  group: 'root:x:0:\nuser:x:1000:',
  'os-release': 'PRETTY_NAME="Toolyard sandbox"\nNAME="Toolyard sandbox"\nID=toolyard\nID_LIKE=debian',
};

/** Creates the folders that every program expects. */
export function layOut(fs: TreeFs): void {
  for (const folder of [WORKDIR, '/tmp', '/bin', '/usr/bin', '/dev', '/etc', '/proc'])
    fs.mkdir(folder, { recursive: true });
  // What is there is each program's own answer: a file would be hidden by it.
  fs.seal('/proc');
  for (const device of DEVICES) if (!fs.exists(`/dev/${device}`)) fs.mkdev(`/dev/${device}`, device);
  for (const [name, text] of Object.entries(ETC)) fs.write(`/etc/${name}`, new TextEncoder().encode(`${text}\n`));
}
