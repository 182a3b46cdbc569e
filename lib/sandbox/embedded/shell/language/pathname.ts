import { pathFrom } from '../io/path-from';
import type { SysClient } from '../../protocol/sys-client';
import { isPattern, patternRegExp, unescapePattern } from './pattern';

export interface PathnameOptions {
  dotglob: boolean;
  globstar: boolean;
  nocaseglob: boolean;
  /** A text whose characters are those of the locale. */
  inLocale: (text: string) => string;
}

/** The existing paths that match a pattern, sorted. */
export function expandPathname(sys: SysClient, cwd: string, pattern: string, options: PathnameOptions): string[] {
  const absolute = pattern.startsWith('/');
  const parts = splitPath(absolute ? pattern.slice(1) : pattern);
  let found = [absolute ? '/' : ''];
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    found = found.flatMap((base) => step(sys, cwd, base, part, last, options));
    if (found.length === 0) return [];
  }
  return found.sort(compareText);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Splits at slashes outside groups such as `@(…)`. */
function splitPath(pattern: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    if (char === '\\') part += char + pattern.charAt(++at);
    else if (char === '/' && depth === 0) {
      parts.push(part);
      part = '';
      while (pattern[at + 1] === '/') at += 1;
    } else {
      if (char === '(' && /[?*+@!]$/.test(part)) depth += 1;
      else if (char === ')' && depth > 0) depth -= 1;
      part += char;
    }
  }
  return [...parts, part];
}

function step(
  sys: SysClient,
  cwd: string,
  base: string,
  part: string,
  last: boolean,
  options: PathnameOptions,
): string[] {
  const end = last ? '' : '/';
  if (part === '') return base !== '' && isFolder(sys, cwd, base) ? [base] : [];
  if (part === '**' && options.globstar) return below(sys, cwd, base, last, options);
  if (!isPattern(part)) {
    const path = base + unescapePattern(part);
    return last ? (exists(sys, cwd, path) ? [path] : []) : isFolder(sys, cwd, path) ? [`${path}/`] : [];
  }
  const matches = patternRegExp(options.inLocale(part), { ignoreCase: options.nocaseglob });
  const dots = options.dotglob || part.startsWith('.') || part.startsWith('\\.');
  return list(sys, cwd, base)
    .filter(({ name }) => (dots || !name.startsWith('.')) && matches.test(options.inLocale(name)))
    .filter(({ name, type }) => last || type === 'directory' || (type === 'symlink' && isFolder(sys, cwd, base + name)))
    .map(({ name }) => `${base}${name}${end}`);
}

function below(sys: SysClient, cwd: string, base: string, last: boolean, options: PathnameOptions): string[] {
  const found: string[] = base === '' ? (last ? [] : ['']) : [base];
  const visit = (folder: string): void => {
    for (const { name, type } of list(sys, cwd, folder)) {
      if (name.startsWith('.') && !options.dotglob) continue;
      const path = folder + name;
      if (type === 'directory') {
        found.push(last ? path : `${path}/`);
        visit(`${path}/`);
      } else if (last) found.push(path);
    }
  };
  visit(base);
  return found;
}

function list(sys: SysClient, cwd: string, folder: string): ReturnType<SysClient['list']> {
  try {
    return sys.list(pathFrom(sys, cwd, folder || '.'));
  } catch {
    return [];
  }
}

function exists(sys: SysClient, cwd: string, path: string): boolean {
  try {
    sys.stat(pathFrom(sys, cwd, path), false);
    return true;
  } catch {
    return false;
  }
}

function isFolder(sys: SysClient, cwd: string, path: string): boolean {
  try {
    return sys.stat(pathFrom(sys, cwd, path || '.')).type === 'directory';
  } catch {
    return false;
  }
}
