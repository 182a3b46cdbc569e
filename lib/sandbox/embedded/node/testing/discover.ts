import type { SysClient } from '../../protocol/sys-client';

const EXTENSION = String.raw`\.[cm]?[jt]s`;
const NAMED = new RegExp(`(?:^|/)(?:[^/]*[.\\-_]test|test-[^/]*|test)${EXTENSION}$`);
const IN_TEST_FOLDER = new RegExp(`(?:^|/)test/(?:.*/)?[^/]+${EXTENSION}$`);

/** Whether `node --test` takes a file for a test by its path below the folder it runs in. */
export const isTestFile = (relative: string): boolean => NAMED.test(relative) || IN_TEST_FOLDER.test(relative);

/** The test files below a folder in path order, or the ones that were named. */
export function discover(sys: SysClient, cwd: string): string[] {
  const below = (folder: string): string[] =>
    sys.list(folder).flatMap(({ name, type }) => {
      const path = `${folder === '/' ? '' : folder}/${name}`;
      if (type === 'directory') return name === 'node_modules' || name.startsWith('.') ? [] : below(path);
      return type === 'file' && isTestFile(path.slice(cwd.length + 1)) && !name.endsWith('.d.ts') ? [path] : [];
    });
  return below(cwd);
}
