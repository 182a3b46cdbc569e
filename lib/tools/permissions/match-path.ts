import picomatch from 'picomatch/posix';

/** Whether an absolute path matches a glob; a relative glob starts at `root`. A glob that is none matches nothing. */
export function matchPath(glob: string, path: string, root: string): boolean {
  const base = root === '/' ? '/' : `${root}/`;
  if (glob.startsWith('/')) return matches(glob, path);
  return path.startsWith(base) && matches(glob.replace(/^\.\//, ''), path.slice(base.length));
}

function matches(glob: string, path: string): boolean {
  let matcher = matchers.get(glob);
  if (!matcher) {
    matcher = compile(glob);
    if (matchers.size >= MOST_MATCHERS) matchers.clear();
    matchers.set(glob, matcher);
  }
  return matcher(path);
}

/** Compiled globs: there are few, and every call meets them again. */
const matchers = new Map<string, (path: string) => boolean>();
const MOST_MATCHERS = 500;

function compile(glob: string): (path: string) => boolean {
  try {
    return picomatch(glob, { dot: true, nonegate: true });
  } catch {
    return () => false;
  }
}
