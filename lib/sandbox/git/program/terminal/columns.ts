import { GitFailure } from '../../git-failure';
import type { Context } from '../setup/context';

const WIDTH = 79;

/** How text is laid out in columns. */
interface ColumnLayout {
  readonly on: boolean;
  readonly order: 'plain' | 'column' | 'row';
  readonly dense: boolean;
}

const ENABLING = /^(?:always|never|auto)$/;
const ORDERS = ['plain', 'column', 'row'] as const;

/** Reads `always,row,dense` and the like. Words without `never` or `auto` switch columns on; `auto` only does so at a terminal. */
export function columnLayout(text: string): ColumnLayout {
  const words = text.split(/[ ,]+/).filter(Boolean);
  const odd = words.find((word) => !/^(?:always|never|auto|plain|column|row|dense|nodense)$/.test(word));
  if (odd !== undefined) throw new GitFailure(`unsupported option '${odd}'`, 129);
  const enabling = words.findLast((word) => ENABLING.test(word)) ?? 'always';
  const order = ORDERS.find((one) => one === words.findLast((word) => /^(?:plain|column|row)$/.test(word))) ?? 'column';
  return { on: enabling === 'always', order, dense: words.findLast((word) => word.endsWith('dense')) === 'dense' };
}

/** What `column.<command>` or `column.ui` says; undefined if neither switches columns on. */
export const columnSetting = ({ config }: Context, command: string): string | undefined => {
  const settings = [config.get('column.ui'), config.get(`column.${command}`)].filter((one) => one !== undefined);
  return settings.length > 0 && columnLayout(settings.join(',')).on ? settings.join(',') : undefined;
};

interface ColumnSpace {
  readonly padding?: number;
  readonly indent?: string;
  readonly width?: number;
  /** What ends a line. */
  readonly end?: string;
}

/** Lines one below the other, or side by side if `--column` asks for that (`always`, or no value). */
export function inColumns(
  lines: readonly string[],
  column: string | undefined,
  { padding = 1, indent = '', width = WIDTH, end = '\n' }: ColumnSpace = {},
): string {
  const { on, order, dense } = columnLayout(column ?? 'never');
  if (!on || order === 'plain' || lines.length === 0) return lines.map((line) => `${indent}${line}${end}`).join('');
  const byRow = order === 'row';
  const widest = Math.max(...lines.map((line) => line.length)) + padding;
  let columns = Math.max(1, Math.floor((width - indent.length) / widest));
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
  if (dense) {
    for (; rows > 1; rows--) {
      const count = Math.ceil(lines.length / (rows - 1));
      if (widthsIn(count, rows - 1).reduce((sum, one) => sum + one, indent.length) > width) break;
      columns = count;
    }
    widths = widthsIn(columns, rows);
  }
  let out = '';
  for (let row = 0; row < rows; row++) {
    const cells = Array.from({ length: columns }, (_, at) => lines[byRow ? row * columns + at : at * rows + row]);
    const there = cells.flatMap((cell) => cell ?? []);
    out += `${indent}${there.map((cell, at) => (at === there.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('')}${end}`;
  }
  return out;
}
