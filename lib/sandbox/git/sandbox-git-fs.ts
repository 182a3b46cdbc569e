import { SandboxError, type SandboxFs } from '@/lib/ports';
import type { GitFs, GitStat } from './git-fs';

/**
 * A sandbox's files for git, seen from outside. The port has neither links nor permissions, so this behaves like a file
 * system without them: links are followed, and a link that is checked out becomes a file that holds its target.
 */
export function sandboxGitFs(fs: SandboxFs): GitFs {
  const stat = async (path: string): Promise<GitStat> => {
    const { type, size, mtimeMs } = await fs.stat(path);
    return { type, size, mtimeMs, mode: type === 'file' ? 0o644 : 0, ino: 0 };
  };
  return {
    readFile: (path) => fs.readFile(path),
    writeFile: (path, data) => fs.writeFile(path, data),
    readdir: async (path) => (await fs.readdir(path)).map(({ name }) => name),
    mkdir: (path) => fs.mkdir(path),
    rmdir: (path) => fs.rm(path),
    unlink: (path) => fs.rm(path),
    stat,
    lstat: stat,
    readlink: async (path) => {
      throw new SandboxError('EINVAL', `not a link: ${path}`, path);
    },
    symlink: (target, path) => fs.writeFile(path, target),
  };
}
