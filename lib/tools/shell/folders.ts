import { UNKNOWN } from './alternatives';

/** Where a command line is going to run. */
export interface ShellFolders {
  readonly workdir: string;
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A path as seen from a folder, normalised. From an unknown folder a relative path stays unknown. */
export function absoluteIn(cwd: string, path: string): string {
  const full = path.startsWith('/') ? path : `${cwd}/${path}`;
  const parts: string[] = [];
  for (const part of full.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return full.startsWith(UNKNOWN) ? `${UNKNOWN}/${parts.slice(1).join('/')}` : `/${parts.join('/')}`;
}
