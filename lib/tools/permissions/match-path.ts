import picomatch from 'picomatch/posix';

/** Whether an absolute path matches a glob; a relative glob starts at `root`. A glob that is none matches nothing. */
export function matchPath(glob: string, path: string, root: string): boolean {
  const base = root === '/' ? '/' : `${root}/`;
  if (glob.startsWith('/')) return matches(glob, path);
  return path.startsWith(base) && matches(glob.replace(/^\.\//, ''), path.slice(base.length));
}

function matches(glob: string, path: string): boolean {
  try {
    return picomatch(glob, { dot: true, nonegate: true })(path);
  } catch {
    return false;
  }
}
