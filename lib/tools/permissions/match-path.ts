import picomatch from 'picomatch';

/** Whether an absolute path matches a glob; a relative glob starts at `root`. */
export function matchPath(glob: string, path: string, root: string): boolean {
  const matches = picomatch(glob.replace(/^\.\//, ''), { dot: true, nonegate: true });
  if (glob.startsWith('/')) return matches(path);
  const base = root === '/' ? '/' : `${root}/`;
  return path.startsWith(base) && matches(path.slice(base.length));
}
