/** Converts paths: the runtime's are relative to its working directory, the port's are absolute. */
export interface Paths {
  /** A path for the runtime's `fs`, or undefined if it is not below the working directory. */
  inside(path: string): string | undefined;
  /** A folder for the runtime's `spawn`, relative to the working directory. */
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
