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
      bytes: [new Uint8Array(), new Uint8Array()],
    };
  });
  if (is('stat')) out += statRows(patches) + sumText(patches);
  if (is('numstat'))
    out += patches
      .map(
        ({ added, removed, binary, change }) =>
          `${binary ? '-\t-' : `${added}\t${removed}`}\t${change.path}${zero ? '\0' : '\n'}`,
      )
      .join('');
  return is('summary') ? out + edits.map(summaryOf).join('') : out;
}

/** The most columns for a name, and for a name and the graph beside it. */
const NAME_COLUMNS = 50;
const COLUMNS = 70;

function statRows(patches: readonly FilePatch[]): string {
  const width = Math.min(NAME_COLUMNS, Math.max(...patches.map(({ change }) => change.path.length)));
  const most = Math.max(...patches.map(({ added, removed }) => added + removed));
  const room = width + most > COLUMNS ? COLUMNS - width : most;
  const scaled = (count: number) => (most > 0 ? Math.floor((count * room + (most >> 1)) / most) : 0);
  return patches
    .map(({ change, added, removed, binary }) => {
      const name = ` ${shortened(change.path, width).padEnd(width)} |`;
      if (binary) return `${name}  Bin\n`;
      const graph = '+'.repeat(scaled(added)) + '-'.repeat(scaled(added + removed) - scaled(added));
      return `${name}${String(added + removed).padStart(5)} ${graph}\n`;
    })
    .join('');
}

/** The end of a name that is too long, from a folder on if that is near. */
function shortened(path: string, width: number): string {
  if (path.length <= width) return path;
  const start = path.length + 3 - width;
  const folder = path.indexOf('/', start);
  return `...${path.slice(folder < 0 ? start : folder)}`;
}

function summaryOf({ from, to, oldMode, newMode, renames, copies, similarity }: FileEdit): string {
  if (from === undefined) return ` create ${modeWord(newMode)}${to}\n`;
  if (to === undefined) return ` delete ${modeWord(oldMode)}${from}\n`;
  const moves = renames || copies;
  const changes = oldMode !== undefined && newMode !== undefined && oldMode !== newMode;
  const mode = changes ? ` mode change ${formatMode(oldMode)} => ${formatMode(newMode)}${moves ? '' : ` ${to}`}\n` : '';
  return moves ? ` ${renames ? 'rename' : 'copy'} ${renameText(from, to)} (${similarity ?? 0}%)\n${mode}` : mode;
}

const modeWord = (mode: number | undefined): string => (mode === undefined ? '' : `mode ${formatMode(mode)} `);

/** `a/{b => c}`: the folders that both names begin with are written once. */
function renameText(from: string, to: string): string {
  const [old, now] = [from.split('/'), to.split('/')];
  let shared = 0;
  while (shared < Math.min(old.length, now.length) - 1 && old[shared] === now[shared]) shared++;
  const [left, right] = [old.slice(shared).join('/'), now.slice(shared).join('/')];
  return shared === 0 ? `${from} => ${to}` : `${old.slice(0, shared).join('/')}/{${left} => ${right}}`;
}
