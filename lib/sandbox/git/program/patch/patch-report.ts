import { FILE_MODE, formatMode } from '../../store/tree';
import type { FileEdit } from './patch-file';
import type { FilePatch } from '../diff/patch-text';
import { sumText } from '../diff/stat-text';

/** What `git apply` prints of a patch with `--stat`, `--numstat` and `--summary`. */
export function reportPatch(
  edits: readonly FileEdit[],
  is: (flag: 'stat' | 'numstat' | 'summary') => boolean,
  { reverse, zero }: { reverse: boolean; zero: boolean },
): string {
  let out = '';
  const patches = edits.map((edit): FilePatch => {
    const lines = edit.hunks.flatMap(({ lines }) => lines);
    const [plus, minus] = ['+', '-'].map((mark) => lines.filter((line) => line.startsWith(mark)).length);
    const version = (path: string) => ({ path, mode: FILE_MODE, oid: '', read: async () => new Uint8Array() });
    const path = edit.to ?? edit.from ?? '';
    return {
      change: {
        path,
        before: version(edit.from ?? path),
        after: version(path),
        ...(edit.renames && { similarity: 0 }),
      },
      binary: edit.binary !== undefined,
      old: [],
      now: [],
      changes: [],
      added: (reverse ? minus : plus) ?? 0,
      removed: (reverse ? plus : minus) ?? 0,
      bytes: [edit.binary?.old ?? new Uint8Array(), edit.binary?.now ?? new Uint8Array()],
    };
  });
  if (is('stat')) {
    const width = Math.max(...patches.map(({ change }) => change.path.length));
    for (const { change, added, removed, binary } of patches) {
      const count = binary ? '  Bin' : String(added + removed).padStart(5);
      out += ` ${change.path.padEnd(width)} |${count} ${'+'.repeat(added)}${'-'.repeat(removed)}\n`;
    }
    out += sumText(patches);
  }
  if (is('numstat'))
    out += patches
      .map(
        ({ added, removed, binary, change }) =>
          `${binary ? '-\t-' : `${added}\t${removed}`}\t${change.path}${zero ? '\0' : '\n'}`,
      )
      .join('');
  if (is('summary')) {
    for (const { from, to, oldMode, newMode, renames, similarity } of edits) {
      if (from === undefined) out += ` create mode ${formatMode(newMode ?? FILE_MODE)} ${to}\n`;
      else if (to === undefined) out += ` delete mode ${formatMode(oldMode ?? FILE_MODE)} ${from}\n`;
      else {
        if (renames) out += ` rename ${from} => ${to} (${similarity ?? 100}%)\n`;
        if (oldMode !== undefined && newMode !== undefined)
          out += ` mode change ${formatMode(oldMode)} => ${formatMode(newMode)}${renames ? '' : ` ${to}`}\n`;
      }
    }
  }
  return out;
}
