import { resolveFrom } from '../../../paths';
import type { SysClient } from '../../protocol/sys-client';

const UP = /^(.*(?:^|\/)\.\.)(?=\/|$)(.*)$/s;

/** The absolute form of a path for the system: `..` leaves the folder that a link leads to, not the one it stands in. */
export function pathFrom(sys: SysClient, cwd: string, path: string): string {
  const [, up, rest = ''] = (path.includes('..') && UP.exec(path)) || [];
  if (up === undefined) return resolveFrom(cwd, path);
  const above = up.startsWith('/') ? up : `${cwd}/${up}`;
  try {
    return resolveFrom(sys.realpath(above), `.${rest}`);
  } catch {
    // As it stands, so that the system says what is wrong with it.
    return above + rest;
  }
}
