import type { GitFs, GitStat } from '../../git';
import type { SysClient } from '../protocol/sys-client';

/** The kernel's files for git. Every method is async so that failures are rejections. */
export function sysGitFs(sys: SysClient): GitFs {
  const stat = (path: string, follow: boolean): GitStat => sys.stat(path, follow);
  return {
    readFile: async (path) => sys.read(path),
    writeFile: async (path, data, mode) => sys.write(path, data, mode === undefined ? {} : { mode }),
    below: async (path) => sys.tree(path),
    readdir: async (path) => sys.list(path).map(({ name }) => name),
    mkdir: async (path) => sys.mkdir(path),
    rmdir: async (path) => sys.remove(path),
    unlink: async (path) => sys.remove(path),
    stat: async (path) => stat(path, true),
    lstat: async (path) => stat(path, false),
    readlink: async (path) => sys.readlink(path),
    symlink: async (target, path) => sys.symlink(target, path),
  };
}
