import { strftime } from '../../builtins/strftime';
import { statPath } from '../stat-path';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { guarded } from '../each-file';
import { parseOptions, type ParsedOptions } from '../options';

const SPEC =
  'a d f F h: J! l: m n:: N:! o: r s:: S:! t T v! w: W: D: e::! i::! c! across=a double-space=d form-feed=f header:=h length:=l merge=m number-lines::=n indent:=o no-file-warnings=r separator::=s omit-header=t omit-pagination=T width:=w page-width:=W date-format:=D columns: pages: join-lines=J sep-string:=S expand-tabs=e output-tabs=i show-nonprinting=v show-control-chars=c first-line-number=N';

const TAB = 8;
const HEAD = 5;

interface Sheet {
  readonly columns: number;
  readonly across: boolean;
  readonly double: boolean;
  readonly feed: boolean;
  readonly header: string | undefined;
  readonly date: string;
  readonly length: number;
  readonly headed: boolean;
  readonly indent: string;
  /** Text between columns instead of blanks. */
  readonly separator: string | undefined;
  /** Width of the line above a page. */
  readonly headWidth: number;
  /** Line width in columns; undefined for no limit. */
  readonly width: number | undefined;
  readonly number: { readonly digits: number; readonly after: string } | undefined;
  readonly pages: readonly [number, number];
}

/** `pr`: lays files out in pages with headers and columns. */
export const pr: Command = async (context) => {
  const args = context.args.flatMap((arg) => {
    // The number of columns may follow letters: `-t2`.
    const [, letters, columns] = /^-([adfFmrtT]+)(\d+)$/.exec(arg) ?? [];
    if (letters !== undefined) return [`-${letters}`, `--columns=${columns}`];
    return [arg.replace(/^-(\d+)/, '--columns=$1').replace(/^\+(?=\d)/, '--pages=')];
  });
  const options = parseOptions(args, SPEC);
  const files = options.operands.length > 0 ? options.operands : ['-'];
  if (options.has('m') && options.has('columns'))
    throw new CommandFailure('cannot specify number of columns when printing in parallel');
  const sheet = sheetOf(context, options, options.has('m') ? files.length : undefined);
  let status = 0;
  const read = async (name: string): Promise<string[] | undefined> => {
    let lines: string[] | undefined;
    if (!(await guarded(context, name, async () => void (lines = await context.open(name).lines())))) status = 1;
    return lines;
  };
  if (options.has('m')) {
    const all = (await Promise.all(files.map(read))).filter((lines) => lines !== undefined);
    if (all.length > 0) print(context, sheet, Date.now(), '', all);
    return status;
  }
  for (const name of files) {
    const lines = await read(name);
    if (!lines) continue;
    const ms = name === '-' ? Date.now() : (statPath(context, name)?.mtimeMs ?? 0);
    print(context, sheet, ms, name === '-' ? '' : name, [lines]);
  }
  return status;
};

function sheetOf(context: CommandContext, options: ParsedOptions, merged: number | undefined): Sheet {
  const number = (name: string, otherwise: number): number => {
    const text = options.get(name);
    if (text === undefined) return otherwise;
    if (!/^\d+$/.test(text)) throw new CommandFailure(`invalid number: ‘${text}’`);
    return Number(text);
  };
  const columns = merged ?? number('columns', 1);
  if (columns === 0) throw new CommandFailure('invalid number of columns: ‘0’');
  const length = number('l', 66);
  const [, after = '\t', digits = '5'] = /^(\D?)(\d*)$/.exec(options.get('n') ?? '') ?? [];
  const separator = options.has('s') ? options.get('s') || '\t' : undefined;
  const free = columns === 1 || (separator !== undefined && !options.has('w'));
  const [first = '1', last] = (options.get('pages') ?? '1').split(':');
  return {
    columns,
    across: options.has('a'),
    double: options.has('d'),
    feed: options.has('f') || options.has('F'),
    header: options.get('h'),
    date: options.get('D') ?? '%F %H:%M',
    length,
    headed: !options.has('t') && !options.has('T') && length > 2 * HEAD,
    indent: ' '.repeat(number('o', 0)),
    separator,
    width: options.has('W') ? number('W', 72) : free ? undefined : number('w', 72),
    headWidth: number(options.has('W') ? 'W' : 'w', 72),
    number: options.has('n') ? { digits: Number(digits || 5), after: after || '\t' } : undefined,
    pages: [Number(first), Number(last ?? Infinity)],
  };
}

/** `texts`: the lines of one file, or of several to print side by side. */
function print(context: CommandContext, sheet: Sheet, ms: number, name: string, texts: readonly string[][]): void {
  const { headed, columns, feed, pages } = sheet;
  const body = headed ? sheet.length - 2 * HEAD : sheet.length > 0 ? sheet.length : Infinity;
  const perColumn = Math.max(1, sheet.double ? Math.floor(body / 2) : body);
  const merged = texts.length > 1;
  const perPage = merged ? perColumn : perColumn * columns;
  const most = Math.max(...texts.map(({ length }) => length));
  const count = most === 0 ? 0 : Math.ceil(most / perPage);
  for (let page = 1; page <= count; page += 1) {
    const from = (page - 1) * perPage;
    const rows = merged
      ? mergedRows(texts, from, perPage)
      : rowsOf((texts[0] ?? []).slice(from, from + perPage), columns, perColumn, sheet.across);
    if (page < pages[0] || page > pages[1]) continue;
    if (headed) context.out.write(headLine(context, sheet, ms, name, page));
    for (const [at, row] of rows.entries()) {
      const numbers = merged ? from + at + 1 : row.map(({ at: place }) => from + place + 1);
      context.out.write(
        `${rowText(
          row.map(({ text }) => text),
          numbers,
          sheet,
        )}\n${sheet.double ? '\n' : ''}`,
      );
    }
    const used = rows.length * (sheet.double ? 2 : 1);
    if (headed) context.out.write(feed ? '\f' : '\n'.repeat(body - used + HEAD));
  }
}

interface Cell {
  readonly text: string;
  /** The line's position on the page. */
  readonly at: number;
}

const mergedRows = (texts: readonly string[][], from: number, most: number): Cell[][] => {
  const height = Math.min(most, Math.max(...texts.map(({ length }) => length)) - from);
  return Array.from({ length: height }, (_, at) => texts.map((lines) => ({ text: lines[from + at] ?? '', at })));
};

/** Arranges a page's lines in columns: full ones, or balanced ones on a page that they do not fill. */
function rowsOf(lines: readonly string[], columns: number, perColumn: number, across: boolean): Cell[][] {
  const cells = lines.map((text, at) => ({ text, at }));
  if (across)
    return Array.from({ length: Math.ceil(cells.length / columns) }, (_, at) =>
      cells.slice(at * columns, (at + 1) * columns),
    );
  const isFull = cells.length === perColumn * columns;
  const heights = Array.from({ length: columns }, (_, at) =>
    isFull ? perColumn : Math.floor(cells.length / columns) + (at < cells.length % columns ? 1 : 0),
  );
  const starts = heights.map((_, at) => heights.slice(0, at).reduce((sum, height) => sum + height, 0));
  return Array.from({ length: heights[0] ?? 0 }, (_, row) =>
    starts.flatMap((start, column) => (row < (heights[column] ?? 0) ? (cells[start + row] ?? []) : [])),
  );
}

function headLine(
  { env }: CommandContext,
  { header, date, headWidth, indent }: Sheet,
  ms: number,
  name: string,
  page: number,
): string {
  const [when, title, number] = [strftime(date, ms, env.TZ ?? ''), header ?? name, `Page ${page}`];
  const spare = Math.max(0, headWidth - when.length - title.length - number.length);
  const left = spare >> 1;
  return `\n\n${indent}${when}${' '.repeat(left)}${title}${' '.repeat(spare - left)}${number}\n\n\n`;
}

/** A line of the page. `numbers`: one per column, or one for the whole line. */
function rowText(cells: readonly string[], numbers: number | readonly number[], sheet: Sheet): string {
  const { columns, separator, width, number } = sheet;
  const label = (value: number) =>
    number ? String(value).padStart(number.digits).slice(-number.digits) + number.after : '';
  const whole = typeof numbers === 'number' ? label(numbers) : '';
  const texts = cells.map((cell, at) => (typeof numbers === 'number' ? '' : label(numbers[at] ?? 0)) + cell);
  if (columns === 1)
    return sheet.indent + whole + (width === undefined ? (texts[0] ?? '') : (texts[0] ?? '').slice(0, width));
  if (width === undefined) return sheet.indent + whole + texts.join(separator ?? ' ');
  const room = Math.floor((width - (columns - 1) - expanded(whole, 0).length) / columns);
  let [line, column] = [sheet.indent + whole, expanded(whole, 0).length];
  const lead = column;
  for (const [at, text] of texts.entries()) {
    if (separator !== undefined && at > 0) {
      line += separator;
      column += 1;
    } else if (text !== '') {
      const start = lead + at * (room + 1);
      line += gap(column, start);
      column = start;
    } else continue;
    const shown = expanded(text, 0).slice(0, room);
    line += shown;
    column += shown.length;
  }
  return line;
}

function expanded(text: string, start: number): string {
  let made = '';
  for (const char of text) made += char === '\t' ? ' '.repeat(TAB - ((start + made.length) % TAB)) : char;
  return made;
}

/** Blanks from one column to another, with tabs if they fit. */
function gap(from: number, to: number): string {
  let text = '';
  let at = from;
  for (let next = at + TAB - (at % TAB); next <= to && to - at > 1; next = at + TAB) [text, at] = [`${text}\t`, next];
  return text + ' '.repeat(Math.max(0, to - at));
}
