import type { FileChange } from './changes';
import type { GitIo } from './git-io';
import { formatChange, formatStat, formatSum, patchOf } from './patch';

/** How `diff`, `show` and `log` spell what they can be asked to show. */
export const SHOW_FLAGS = {
  patch: '-p -u --patch',
  noPatch: '-s --no-patch',
  stat: '--stat',
  shortstat: '--shortstat',
  numstat: '--numstat',
  names: '--name-only',
  status: '--name-status',
  plain: '--no-color --color --no-ext-diff --no-renames --minimal --text -a',
} as const;

export type ShowFlag = keyof typeof SHOW_FLAGS;

/** Shows changes the way that was asked for; `otherwise` where nothing was. */
export async function showChanges(
  io: GitIo,
  changes: readonly FileChange[],
  is: (flag: ShowFlag) => boolean,
  otherwise: 'patch' | 'nothing',
  context?: number,
): Promise<void> {
  if (is('noPatch')) return;
  if (is('names')) return changes.forEach(({ path }) => io.out(`${path}\n`));
  if (is('status')) return changes.forEach((change) => io.out(`${letterOf(change)}\t${change.path}\n`));
  const brief = is('stat') || is('shortstat') || is('numstat');
  const patch = is('patch') || (otherwise === 'patch' && !brief);
  if (!brief && !patch) return;
  const patches = [];
  for (const change of changes) patches.push(await patchOf(change, context));
  if (is('numstat')) {
    for (const { path, added, removed, binary } of patches) {
      io.out(binary ? `-\t-\t${path}\n` : `${added}\t${removed}\t${path}\n`);
    }
  }
  if (is('stat')) io.out(formatStat(patches));
  if (is('shortstat') && patches.length > 0) io.out(`${formatSum(patches)}\n`);
  if (patch && brief && patches.length > 0) io.out('\n');
  if (patch) for (const one of patches) io.out(formatChange(one));
}

export const letterOf = ({ before, after }: FileChange): 'A' | 'D' | 'M' => (!before ? 'A' : after ? 'M' : 'D');
