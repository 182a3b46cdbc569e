/** An absolute path without `.`, `..`, double or trailing slashes. */
export const normalizePath = (path: string): string => `/${partsOf(path).join('/')}`;

export function partsOf(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts;
}

/** The absolute path of `path`, relative to the folder `base`. */
export const resolveFrom = (base: string, path: string): string =>
  normalizePath(path.startsWith('/') ? path : `${base}/${path}`);

export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
