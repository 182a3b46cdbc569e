import { resolveFrom } from '../../../paths';
import type { CommandContext, Stat } from './context';

/** What a path names; undefined if it names nothing. `follow`: what a link leads to, rather than the link. */
export function statPath(context: CommandContext, path: string, follow = true): Stat | undefined {
  try {
    return context.sys.stat(context.path(path), follow);
  } catch {
    return undefined;
  }
}

/** Whether a path stands for a file that is open, such as `/dev/stdin` or what `<(…)` gives. */
export const standardFile = (context: CommandContext, path: string): boolean =>
  /^\/(?:dev\/(?:stdin|stdout|stderr)|(?:dev|proc\/self)\/fd\/\d+)$/.test(resolveFrom(context.cwd, path));
