import { inspect } from 'node-inspect-extracted';

const INDEX = '(index)';
const ITERATION = '(iteration index)';
const KEY = 'Key';
const VALUES = 'Values';

/** One row: what stands first in it, its cells by column, and what it is where it has no columns. */
interface Row {
  index: string;
  cells: Readonly<Record<string, string>>;
  value?: string;
}

const shown = (value: unknown): string =>
  inspect(value, {
    maxArrayLength: 3,
    breakLength: Infinity,
    depth: typeof value === 'object' && value !== null && Object.keys(value).length > 2 ? -1 : 0,
  });

/** The table that `console.table` prints for an object, a list, a map or a set. */
export function tableText(data: object, columns?: readonly string[]): string {
  if (data instanceof Map) {
    const rows = [...data].map(([key, value], index) => [String(index), shown(key), shown(value)]);
    return draw([ITERATION, KEY, VALUES], rows);
  }
  if (data instanceof Set) {
    return draw(
      [ITERATION, VALUES],
      [...data].map((value, index) => [String(index), shown(value)]),
    );
  }
  const rows = Object.entries(data).map(([index, value]) => rowOf(index, value, columns));
  const names = columns ?? [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const hasValues = rows.some(({ value }) => value !== undefined);
  return draw(
    [INDEX, ...names, ...(hasValues ? [VALUES] : [])],
    rows.map(({ index, cells, value = '' }) => [
      index,
      ...names.map((name) => cells[name] ?? ''),
      ...(hasValues ? [value] : []),
    ]),
  );
}

function rowOf(index: string, value: unknown, columns: readonly string[] | undefined): Row {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    return { index, cells: {}, value: shown(value) };
  const entries = Object.entries(value).filter(([name]) => columns?.includes(name) ?? true);
  return { index, cells: Object.fromEntries(entries.map(([name, cell]) => [name, shown(cell)])) };
}

/** Columns a text takes: two for wide characters. */
const widthOf = (text: string): number =>
  Array.from(text).reduce(
    (sum, char) =>
      sum +
      (/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60]|\p{Emoji_Presentation}/u.test(
        char,
      )
        ? 2
        : 1),
    0,
  );

function draw(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(...[name, ...rows.map((row) => row[at] ?? '')].map(widthOf)) + 2);
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((width) => '─'.repeat(width)).join(middle) + right;
  const line = (cells: readonly string[]) => {
    const padded = widths.map((width, at) =>
      ` ${cells[at] ?? ''}`.padEnd(width - widthOf(cells[at] ?? '') + (cells[at] ?? '').length),
    );
    return `│${padded.join('│')}│`;
  };
  return [rule('┌', '┬', '┐'), line(head), rule('├', '┼', '┤'), ...rows.map(line), rule('└', '┴', '┘')].join('\n');
}
