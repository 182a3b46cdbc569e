import { UNKNOWN } from './alternatives';

/** Where a command line will run. */
export interface ShellFolders {
  readonly workdir: string;
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A path made absolute from a folder and normalised. A relative path in an unknown folder starts with `UNKNOWN`. */
export function absoluteIn(cwd: string, path: string): string {
  const full = path.startsWith('/') ? path : `${cwd}/${path}`;
  const parts: string[] = [];
  for (const part of full.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return full.startsWith(UNKNOWN) ? `${UNKNOWN}/${parts.slice(1).join('/')}` : `/${parts.join('/')}`;
}
