import { letterOf, percent, type ChangedFile } from '../../diff/file-change';
import { formatMode } from '../../store/tree';
import type { Context } from '../setup/context';
import type { DiffStyle } from './diff-style';
import type { FilePatch } from './patch-text';
import { quotePath } from '../text/quote-path';

/** The fewest columns for a name and its bar. */
const LEAST_NAME = 16;
const LEAST_BAR = 6;

/** A moved file's name, such as `src/{old => new}/a.ts`. */
export function movedName(from: string, to: string, context?: Context): string {
  const quoted = context && [from, to].map((path) => quotePath(path, context));
  if (quoted?.some((name) => name.startsWith('"'))) return quoted.join(' => ');
  let start = 0;
  for (let at = 0; at < Math.min(from.length, to.length) && from[at] === to[at]; at++)
    if (from[at] === '/') start = at + 1;
  let end = 0;
  for (
    let at = 1;
    at <= Math.min(from.length, to.length) - Math.max(0, start - 1) && from[from.length - at] === to[to.length - at];
    at++
  ) {
    if (from[from.length - at] === '/') end = at;
  }
  const middle = (text: string) => text.slice(start, Math.max(start, text.length - end));
  if (start === 0 && end === 0) return `${from} => ${to}`;
  return `${from.slice(0, start)}{${middle(from)} => ${middle(to)}}${from.slice(from.length - end)}`;
}

const shownName = ({ path, before, similarity }: ChangedFile, { context }: DiffStyle): string =>
  similarity !== undefined && before ? movedName(before.path, path, context) : quotePath(path, context);

interface Row {
  readonly name: string;
  readonly patch: FilePatch;
  readonly more: string;
}

/** The lines of `--stat`, followed by the sum. */
export function statText(patches: readonly FilePatch[], style: DiffStyle): string {
  if (patches.length === 0) return '';
  const all = patches.map((patch): Row => ({
    name: shownName(patch.change, style),
    patch,
    more: style.compact ? compactOf(patch.change) : '',
  }));
  const rows = style.stat.count > 0 ? all.slice(0, style.stat.count) : all;
  const names = rows.map(({ name, more }) => `${name}${more}`);
  const longest = Math.max(...names.map((name) => Array.from(name).length));
  const most = Math.max(...rows.map(({ patch: { added, removed, binary } }) => (binary ? 0 : added + removed)));
  const binaries = rows.filter(({ patch }) => patch.binary);
  const digits = Math.max(String(most).length, binaries.length > 0 ? 3 : 0);
  const binWidth = Math.max(
    0,
    ...binaries.map(({ patch: { bytes } }) => 14 + String(bytes[0].length).length + String(bytes[1].length).length),
  );
  const width = Math.max(style.stat.width, LEAST_NAME + 6 + digits);
  let bar = most + 4 > binWidth ? most : binWidth - 4;
  if (style.stat.graphWidth > 0) bar = Math.min(bar, style.stat.graphWidth);
  let nameWidth = style.stat.nameWidth > 0 ? Math.min(style.stat.nameWidth, longest) : longest;
  if (nameWidth + digits + 6 + bar > width) {
    const share = Math.floor((width * 3) / 8) - digits - 6;
    if (bar > share) bar = Math.max(share, LEAST_BAR);
    if (style.stat.graphWidth > 0) bar = Math.min(bar, style.stat.graphWidth);
    if (nameWidth > width - digits - 6 - bar) nameWidth = width - digits - 6 - bar;
    else bar = width - digits - 6 - nameWidth;
  }
  const lines = rows.map(
    // git ends no line after a conflict.
    ({ patch }, at) =>
      ` ${fitted(names[at] ?? '', nameWidth)} | ${countOf(patch, digits, bar, most, style)}${patch.change.unmerged ? '' : '\n'}`,
  );
  const left = all.length > rows.length ? ' ...\n' : '';
  return `${lines.join('')}${left}${sumText(patches)}`;
}

function fitted(name: string, width: number): string {
  const chars = Array.from(name);
  if (chars.length <= width) return name + ' '.repeat(width - chars.length);
  const end = chars.slice(chars.length - Math.max(0, width - 3)).join('');
  const slash = end.indexOf('/');
  const kept = slash < 0 ? end : end.slice(slash);
  return `...${kept}`.padEnd(width);
}

function countOf(
  { change, binary, added, removed, bytes }: FilePatch,
  digits: number,
  bar: number,
  most: number,
  { paint }: DiffStyle,
): string {
  if (change.unmerged) return 'Unmerged';
  if (binary) {
    const [old, now] = bytes.map(({ length }) => length);
    const sizes = old === 0 && now === 0 ? '' : ` ${paint('red', String(old))} -> ${paint('green', String(now))} bytes`;
    return `${'Bin'.padStart(digits)}${sizes}`;
  }
  let [plus, minus] = [added, removed];
  if (bar <= most) {
    const scaled = (value: number) => (value === 0 ? 0 : 1 + Math.floor((value * (bar - 1)) / most));
    let total = scaled(added + removed);
    if (total < 2 && added > 0 && removed > 0) total = 2;
    if (added < removed) [plus, minus] = [scaled(added), total - scaled(added)];
    else [plus, minus] = [total - scaled(removed), scaled(removed)];
  }
  const count = String(added + removed).padStart(digits);
  return `${count}${added + removed > 0 ? ' ' : ''}${paint('green', '+'.repeat(plus))}${paint('red', '-'.repeat(minus))}`;
}

const LINK = 0o120000;

function compactOf({ before, after }: ChangedFile): string {
  if (!before) return ` (new${after?.mode === 0o100755 ? ' +x' : after?.mode === LINK ? ' +l' : ''})`;
  if (!after) return ' (gone)';
  if (before.mode === after.mode) return '';
  const [was, is] = [before.mode === LINK, after.mode === LINK];
  if (was !== is) return ` (mode ${is ? '+l' : '-l'})`;
  return ` (mode ${after.mode === 0o100755 ? '+x' : '-x'})`;
}

/** ` 2 files changed, 3 insertions(+), 1 deletion(-)`, with a line end. */
export function sumText(patches: readonly FilePatch[]): string {
  const counted = patches.filter(({ change }) => !change.unmerged);
  const added = counted.reduce((sum, patch) => sum + patch.added, 0);
  const removed = counted.reduce((sum, patch) => sum + patch.removed, 0);
  if (counted.length === 0) return ' 0 files changed\n';
  const parts = [`${counted.length} file${counted.length === 1 ? '' : 's'} changed`];
  if (added > 0 || removed === 0) parts.push(`${added} insertion${added === 1 ? '' : 's'}(+)`);
  if (removed > 0 || added === 0) parts.push(`${removed} deletion${removed === 1 ? '' : 's'}(-)`);
  return ` ${parts.join(', ')}\n`;
}

/** Lines such as ` create mode 100644 a.ts`. */
export function summaryText(changes: readonly ChangedFile[], style: DiffStyle): string {
  const lines = changes.flatMap((change) => {
    const { before, after, similarity, path } = change;
    if (change.unmerged) return [];
    const name = quotePath(path, style.context, { spaces: false });
    if (!before) return [`create mode ${formatMode(after?.mode ?? 0)} ${name}`];
    if (!after) return [`delete mode ${formatMode(before.mode)} ${name}`];
    const mode =
      before.mode === after.mode ? '' : `mode change ${formatMode(before.mode)} => ${formatMode(after.mode)}`;
    if (similarity !== undefined) {
      const verb = letterOf(change) === 'C' ? 'copy' : 'rename';
      return [
        `${verb} ${movedName(before.path, path, style.context)} (${percent(similarity)}%)`,
        ...(mode === '' ? [] : [mode]),
      ];
    }
    return mode === '' ? [] : [`${mode} ${name}`];
  });
  return lines.map((line) => ` ${line}\n`).join('');
}
