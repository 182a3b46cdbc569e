import { concat, decode, encode } from '../../../../bytes-text';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { eachFile } from '../each-file';
import { parseOptions } from '../options';
import { widthOf } from './wc';

/** Parses a list such as `1,3-5,7-` to a test of a position, counted from 1. */
function ranges(text: string, complement: boolean, what: string): (at: number) => boolean {
  const all = text.split(/[, ]/).map((part) => {
    const [, from, dash, to] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
    if (from === '0') throw new UsageFailure(`${what}s are numbered from 1`);
    if (from === undefined)
      throw new UsageFailure(`invalid ${what === 'field' ? 'field value' : 'byte/character position'} ‘${part}’`);
    if (from === '' && to === '')
      throw new UsageFailure(dash ? 'invalid range with no endpoint: -' : `${what}s are numbered from 1`);
    const large = [from, to].find((number) => Number(number) >= 2 ** 64 - 1);
    if (large !== undefined)
      throw new UsageFailure(`${what === 'field' ? 'field number' : 'byte/character offset'} ‘${large}’ is too large`);
    const range = { from: Number(from || 1), to: dash ? Number(to || Infinity) : Number(from) };
    if (range.to < range.from)
      throw new CommandFailure("invalid decreasing range\nTry 'cut --help' for more information.");
    return range;
  });
  return (at) => all.some(({ from, to }) => at >= from && at <= to) !== complement;
}

export const cut: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'b: c: d: f: n s z complement bytes:=b characters:=c delimiter:=d fields:=f only-delimited=s output-delimiter: zero-terminated=z',
  );
  const mode = ['b', 'c', 'f'].find((name) => options.has(name));
  if (!mode)
    throw new CommandFailure(
      "you must specify a list of bytes, characters, or fields\nTry 'cut --help' for more information.",
    );
  if (options.list.filter(({ name }) => 'bcf'.includes(name)).length > 1)
    throw new CommandFailure("only one list may be specified\nTry 'cut --help' for more information.");
  if (mode !== 'f' && options.has('d'))
    throw new CommandFailure(
      "an input delimiter may be specified only when operating on fields\nTry 'cut --help' for more information.",
    );
  if (mode !== 'f' && options.has('s'))
    throw new UsageFailure('suppressing non-delimited lines makes sense\n\tonly when operating on fields');
  const picks = ranges(
    options.get(mode) ?? '',
    options.has('complement'),
    mode === 'f' ? 'field' : 'byte/character position',
  );
  // An empty delimiter is a zero byte.
  const delimiter = (options.get('d') ?? '\t') || '\0';
  if (encode(delimiter).length > 1)
    throw new CommandFailure("the delimiter must be a single character\nTry 'cut --help' for more information.");
  const given = options.get('output-delimiter');
  const between = given === '' ? '\0' : given;
  const end = options.has('z') ? '\0' : '\n';
  return eachFile(context, options.operands, async (input) => {
    // Lines can be the fields of the whole input.
    if (mode === 'f' && delimiter === end) {
      const made = (await input.lines(end.charCodeAt(0))).filter((_, at) => picks(at + 1));
      return context.out.write(made.length > 0 ? made.join(between ?? end) + end : '');
    }
    for await (const { texts } of input.batches(options.has('z') ? 0 : 10)) {
      for (const text of texts) {
        const made =
          mode === 'f'
            ? fieldsOf(text, delimiter, picks, between ?? delimiter, options.has('s'))
            : bytesOf(text, picks, between);
        if (made !== undefined) context.out.write(made + end);
      }
      await context.out.flush();
    }
  });
};

function fieldsOf(
  text: string,
  delimiter: string,
  picks: (at: number) => boolean,
  between: string,
  only: boolean,
): string | undefined {
  if (!text.includes(delimiter)) return only ? undefined : text;
  return text
    .split(delimiter)
    .filter((_, at) => picks(at + 1))
    .join(between);
}

/** In GNU's `cut`, `-c` selects bytes, just like `-b`. */
function bytesOf(text: string, picks: (at: number) => boolean, between: string | undefined): string {
  const bytes = encode(text);
  const groups: number[][] = [];
  for (const [at, byte] of bytes.entries()) {
    if (!picks(at + 1)) continue;
    const last = groups.at(-1);
    if (last && at > 0 && picks(at)) last.push(byte);
    else groups.push([byte]);
  }
  const parts = groups.map((group) => Uint8Array.from(group));
  return between === undefined ? decode(concat(parts)) : parts.map((part) => decode(part)).join(between);
}

export const column: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'c: N: o: R: s: t x e J n: json=J table-name:=n table=t separator:=s output-separator:=o table-columns:=N table-right:=R output-width:=c table-noheadings=d d fillrows=x l: table-columns-limit:=l table-header-repeat L keep-empty-lines=L H: table-hide:=H O: table-order:=O E:! table-noextreme:=E T:! table-truncate:=T W:! table-wrap:=W table-empty-lines=L i:! tree-id:=i p:! tree-parent:=p r:! tree:=r',
  );
  if (!options.has('t') && !options.has('J') && ['n', 'N', 'R', 'o', 'd', 'L'].some((name) => options.has(name)))
    throw new CommandFailure('option --table required for all --table-*');
  const lines: string[] = [];
  const status = await eachFile(context, options.operands, async (input) => void lines.push(...(await input.lines())));
  if (options.has('J'))
    context.out.write(
      asJson(
        lines.filter((line) => line.trim() !== '').map((line) => cellsOf(line, options.get('s'))),
        options.get('N')?.split(',') ?? [],
        options.get('n') ?? 'table',
      ),
    );
  else if (options.has('t'))
    table(
      context,
      lines.filter((line) => options.has('L') || line.trim() !== ''),
      options,
    );
  else
    fill(
      context,
      lines.filter((line) => line !== ''),
      Number(options.get('c') ?? context.size.cols),
      options.has('x'),
    );
  return status;
};

/** The cells of a line; with `most`, the last one holds all that is left. */
function cellsOf(line: string, separators: string | undefined, most = Infinity): string[] {
  const between =
    separators === undefined ? /[ \t]+/g : new RegExp(`[${separators.replaceAll(/[\]\\^-]/g, String.raw`\$&`)}]`, 'g');
  const text = separators === undefined ? line.trim() : line;
  const cells = text.split(between);
  if (cells.length <= most) return cells;
  const rest = [...text.matchAll(between)][most - 2];
  return [...cells.slice(0, most - 1), text.slice(rest ? rest.index + rest[0].length : 0)];
}

/** A table in the format of `column -J`. */
function asJson(rows: readonly string[][], names: readonly string[], name: string): string {
  if (names.length === 0) throw new CommandFailure('option --table-columns required for --json');
  const objects = rows.map((row) => {
    const fields = names.map((key, at) => `         ${JSON.stringify(key.toLowerCase())}: ${cell(row[at])}`);
    return `{\n${fields.join(',\n')}\n      }`;
  });
  return `{\n   "${name}": [\n      ${objects.join(',')}\n   ]\n}\n`;
}

const cell = (text: string | undefined): string => (text === undefined ? 'null' : JSON.stringify(text));

function table(context: CommandContext, lines: readonly string[], options: ReturnType<typeof parseOptions>): void {
  const separators = options.get('s');
  const most = Number(options.get('l') ?? Infinity);
  const names = options.get('N')?.split(',');
  const hidden = new Set(
    (options.get('H') ?? '')
      .split(',')
      .map((name) => (/^\d+$/.test(name) ? Number(name) - 1 : (names?.indexOf(name) ?? -1))),
  );
  const place = (name: string): number => (/^\d+$/.test(name) ? Number(name) - 1 : (names?.indexOf(name) ?? -1));
  const cells = [
    ...(names && !options.has('d') ? [names] : []),
    ...lines.map((line) => cellsOf(line, separators, most)),
  ];
  const count = Math.max(0, ...cells.map((row) => row.length));
  const isHidden = (at: number): boolean =>
    hidden.has(at) || (hidden.has(-1) && options.get('H') === '-' && at >= (names?.length ?? 0));
  // Columns that the order does not name follow.
  const first = (options.get('O') ?? '').split(',').filter(Boolean).map(place);
  const order = [...new Set([...first, ...Array.from({ length: count }, (_, at) => at)])].filter((at) => !isHidden(at));
  const reorders = options.has('O') || options.has('L');
  const rows = cells.map((row) => (reorders ? order.map((at) => row[at] ?? '') : row.filter((_, at) => !isHidden(at))));
  const right = new Set(
    (options.get('R') ?? '').split(',').map((name) => (reorders ? order.indexOf(place(name)) : place(name))),
  );
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  const between = options.get('o') ?? '  ';
  for (const row of rows) {
    const cells = widths.map((width, at) => {
      const cell = row[at] ?? '';
      const space = ' '.repeat(width - widthOf(cell));
      if (right.has(at)) return space + cell;
      return at === widths.length - 1 ? cell : cell + space;
    });
    context.out.write(`${cells.slice(0, row.length < widths.length ? undefined : row.length).join(between)}\n`);
  }
}

function fill(context: CommandContext, items: readonly string[], width: number, rowsFirst: boolean): void {
  const widest = items.reduce((most, item) => Math.max(most, widthOf(item)), 0);
  const size = (Math.floor(widest / 8) + 1) * 8;
  const columns = Math.max(1, Math.floor(width / size));
  const rows = Math.ceil(items.length / columns);
  for (let row = 0; row < rows; row += 1) {
    let line = '';
    for (let at = 0; at < columns; at += 1) {
      const index = rowsFirst ? row * columns + at : at * rows + row;
      const item = items[index];
      const next = rowsFirst ? at < columns - 1 && index + 1 < items.length : (at + 1) * rows + row < items.length;
      if (item !== undefined) line += next ? item + '\t'.repeat(Math.ceil((size - widthOf(item)) / 8)) : item;
    }
    context.out.write(`${line}\n`);
  }
}
