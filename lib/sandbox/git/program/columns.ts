import type { Context } from './context';

const WIDTH = 79;

/** What `column.<command>` or `column.ui` says; `auto` only counts at a terminal. */
export const columnSetting = ({ config }: Context, command: string): string | undefined => {
  const setting = [config.get('column.ui'), config.get(`column.${command}`)]
    .filter((one) => one !== undefined)
    .join(',');
  return /always/.test(setting) ? setting : undefined;
};

/** Lines one below the other, or side by side if `--column` asks for that (`always`, or no value). */
export function inColumns(
  lines: readonly string[],
  column: string | undefined,
  { padding = 1, indent = '' }: { padding?: number; indent?: string } = {},
): string {
  const below = lines.map((line) => `${indent}${line}\n`).join('');
  if (column === undefined || /auto|never/.test(column) || lines.length === 0) return below;
  const byRow = /row/.test(column);
  const widest = Math.max(...lines.map((line) => line.length)) + padding;
  let columns = Math.max(1, Math.floor((WIDTH - indent.length) / widest));
  let rows = Math.ceil(lines.length / columns);
  const widthsIn = (count: number, high: number) =>
    Array.from({ length: count }, (_, at) =>
      Math.max(
        0,
        ...lines
          .filter((_line, one) => (byRow ? one % count : Math.floor(one / high)) === at)
          .map((line) => line.length + padding),
      ),
    );
  let widths = Array.from({ length: columns }, () => widest);
  // Dense columns are as wide as they need be, and as many as fit.
  if (/dense/.test(column) && !/nodense/.test(column)) {
    for (; rows > 1; rows--) {
      const count = Math.ceil(lines.length / (rows - 1));
      if (widthsIn(count, rows - 1).reduce((sum, one) => sum + one, indent.length) > WIDTH) break;
      columns = count;
    }
    columns = Math.ceil(lines.length / rows);
    widths = widthsIn(columns, rows);
  }
  let out = '';
  for (let row = 0; row < rows; row++) {
    const cells = Array.from({ length: columns }, (_, at) => lines[byRow ? row * columns + at : at * rows + row]);
    const there = cells.flatMap((cell) => cell ?? []);
    out += `${indent}${there.map((cell, at) => (at === there.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('')}\n`;
  }
  return out;
}
