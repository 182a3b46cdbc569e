/** A runtime's files are named from its working directory; the port names them from the root. */
export interface Paths {
  /** How `fs` of the runtime names this path, or undefined if it is not below the working directory. */
  inside(path: string): string | undefined;
  /** How `spawn` of the runtime names this folder: relative to the working directory. */
  folder(path: string): string;
}

export function containerPaths(workdir: string): Paths {
  const up = '../'.repeat(workdir.split('/').filter(Boolean).length);
  const inside = (path: string): string | undefined => {
    if (path.split('/').includes('..')) return undefined;
    if (path === workdir || path === `${workdir}/`) return '/';
    return path.startsWith(`${workdir}/`) ? path.slice(workdir.length) : undefined;
  };
  return {
    inside,
    folder(path) {
      const below = inside(path);
      return below === undefined ? `${up}${path.slice(1)}` : `.${below}`;
    },
  };
}
