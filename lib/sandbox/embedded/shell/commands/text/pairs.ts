import { CommandFailure, quoted, UsageFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';

/** Reports unsorted input as `join` and `comm` do: by default only after an unpaired line, and once per file. */
function orderCheck(
  context: CommandContext,
  options: ParsedOptions,
  message: (side: 1 | 2, at: number) => string,
): {
  alone: () => void;
  step: (side: 1 | 2, last: string | undefined, next: string | undefined, at: number) => Promise<void>;
  end: () => Promise<number>;
} {
  let looks = options.has('check-order');
  const told = new Set<number>();
  return {
    alone: () => void (looks ||= !options.has('nocheck-order')),
    step: async (side, last, next, at) => {
      if (!looks || told.has(side) || last === undefined || next === undefined || last <= next) return;
      told.add(side);
      if (options.has('check-order')) throw new CommandFailure(message(side, at));
      await context.fail(message(side, at));
    },
    end: async () => (told.size > 0 ? context.fail('input is not in sorted order') : 0),
  };
}

export const comm: Command = async (context) => {
  const options = parseOptions(
    context.args,
    '1 2 3 z check-order nocheck-order total output-delimiter: zero-terminated=z',
  );
  const [left, right, extra] = options.operands;
  if (left === undefined || right === undefined)
    throw new UsageFailure(`missing operand${left === undefined ? '' : ` after ‘${left}’`}`);
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  const [code, end] = options.has('z') ? [0, '\0'] : [10, '\n'];
  const [a, b] = [await context.open(left).lines(code), await context.open(right).lines(code)];
  if (new Set(options.all('output-delimiter')).size > 1)
    throw new CommandFailure('multiple output delimiters specified');
  // An empty delimiter is a zero byte.
  const between = (options.get('output-delimiter') ?? '\t') || '\0';
  const put = (column: 1 | 2 | 3, text: string) => {
    if (options.has(String(column))) return;
    const before = [1, 2, 3].filter((one) => one < column && !options.has(String(one))).length;
    context.out.write(`${between.repeat(before)}${text}${end}`);
  };
  const counts = { 1: 0, 2: 0, 3: 0 };
  const order = orderCheck(context, options, (side) => `file ${side} is not in sorted order`);
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    const [x, y] = [a[i], b[j]];
    const column = y === undefined || (x !== undefined && x < y) ? 1 : x === undefined || y < x ? 2 : 3;
    put(column, (column === 2 ? y : x) ?? '');
    counts[column] += 1;
    if (column !== 3) order.alone();
    if (column !== 2) await order.step(1, a[i], a[++i], i);
    if (column !== 1) await order.step(2, b[j], b[++j], j);
    // An unpaired line may have been found since the last two were looked at.
    if (column !== 2 && i === a.length) await order.step(1, a[i - 2], a[i - 1], i - 1);
    if (column !== 1 && j === b.length) await order.step(2, b[j - 2], b[j - 1], j - 1);
  }
  if (options.has('total'))
    context.out.write(`${counts[1]}${between}${counts[2]}${between}${counts[3]}${between}total${end}`);
  return order.end();
};

export const joinCommand: Command = async (context) => {
  const options = parseOptions(
    context.args,
    '1: 2: a: e: i j: o: t: v: z check-order nocheck-order header ignore-case=i zero-terminated=z',
  );
  const [left, right] = options.operands;
  if (left === undefined || right === undefined)
    throw new UsageFailure(`missing operand${left === undefined ? '' : ` after ‘${left}’`}`);
  const wrongKey = ['1', '2', 'j'].map((name) => options.get(name)).find((key) => !/^[1-9]\d*$/.test(key ?? '1'));
  if (wrongKey !== undefined) throw new CommandFailure(`invalid field number: ‘${wrongKey}’`);
  const both = options.get('j');
  const other = [options.get('1'), options.get('2')].find((key) => key !== undefined && key !== both);
  if (both !== undefined && other !== undefined) throw new CommandFailure(`incompatible join fields ${both}, ${other}`);
  const wrongSide = [...options.all('a'), ...options.all('v')].find((side) => side !== '1' && side !== '2');
  if (wrongSide !== undefined) throw new CommandFailure(`invalid field number: ${quoted(wrongSide)}`);
  const [code, end] = options.has('z') ? [0, '\0'] : [10, '\n'];
  const given = options.get('t');
  const separator = given === '\\0' ? '\0' : given;
  if (separator !== undefined && Array.from(separator).length > 1)
    throw new CommandFailure(`multi-character tab ${quoted(separator)}`);
  const blanks = options.has('z') ? /[ \t\n]+/ : /[ \t]+/;
  const split = (line: string) =>
    separator === undefined ? line.trimStart().split(blanks) : separator === '' ? [line] : line.split(separator);
  const keys = [
    Number(options.get('1') ?? options.get('j') ?? 1),
    Number(options.get('2') ?? options.get('j') ?? 1),
  ] as const;
  const files = [
    (await context.open(left).lines(code)).map(split),
    (await context.open(right).lines(code)).map(split),
  ] as const;
  const keyOf = (row: readonly string[] | undefined, side: number) => {
    const key = row?.[(side === 0 ? keys[0] : keys[1]) - 1] ?? '';
    return options.has('i') ? key.toLowerCase() : key;
  };
  const between = separator || (separator === '' ? '\n' : ' ');
  const blank = options.get('e') ?? '';
  const unpaired = new Set([...options.all('a'), ...options.all('v')]);
  const layout = options.get('o')?.split(/[, ]/);
  const wrong = layout?.find((one) => !/^(?:auto|0|[12]\.[1-9]\d*)$/.test(one));
  if (wrong !== undefined) throw new CommandFailure(`invalid field specifier: ‘${wrong}’`);
  const counts = files.map(([first]) => first?.length ?? 0);
  const automatic = counts.flatMap((count, side) =>
    Array.from({ length: count }, (_, at) => `${side + 1}.${at + 1}`).filter(
      (_, at) => at !== (side === 0 ? keys[0] : keys[1]) - 1,
    ),
  );
  const cellsOf = layout?.[0] === 'auto' ? ['0', ...automatic] : layout;
  const put = (a: readonly string[] | undefined, b: readonly string[] | undefined) => {
    const key = a?.[keys[0] - 1] ?? b?.[keys[1] - 1] ?? '';
    const others = (row: readonly string[] | undefined, side: 0 | 1) =>
      row?.filter((_, at) => at !== keys[side] - 1) ?? [];
    const cells = cellsOf
      ? cellsOf.map((cell) =>
          cell === '0' ? key || blank : (cell.startsWith('1') ? a : b)?.[Number(cell.slice(2)) - 1] || blank,
        )
      : [key, ...others(a, 0), ...others(b, 1)].map((cell) => cell || blank);
    context.out.write(`${cells.join(between)}${end}`);
  };
  let [i, j] = [0, 0];
  const [as, bs] = files;
  const rows = { 1: as, 2: bs };
  const lineOf = (side: 1 | 2, at: number) => (at < rows[side].length ? keyOf(rows[side][at], side - 1) : undefined);
  const order = orderCheck(
    context,
    options,
    (side, at) => `${options.operands[side - 1]}:${at + 1}: is not sorted: ${rows[side][at]?.join(separator ?? ' ')}`,
  );
  const step = async (side: 1 | 2, at: number) => order.step(side, lineOf(side, at), lineOf(side, at + 1), at + 1);
  if (options.has('header')) put(as[i++], bs[j++]);
  while (i < as.length || j < bs.length) {
    const [x, y] = [keyOf(as[i], 0), keyOf(bs[j], 1)];
    if (j >= bs.length || (i < as.length && x < y)) {
      if (j < bs.length) order.alone();
      if (unpaired.has('1')) put(as[i], undefined);
      await step(1, i++);
    } else if (i >= as.length || y < x) {
      if (i < as.length) order.alone();
      if (unpaired.has('2')) put(undefined, bs[j]);
      await step(2, j++);
    } else {
      let [p, q] = [i, j];
      while (p < as.length && keyOf(as[p], 0) === x) p += 1;
      while (q < bs.length && keyOf(bs[q], 1) === x) q += 1;
      const pairs = options.has('v') ? [] : as.slice(i, p).flatMap((a) => bs.slice(j, q).map((b) => [a, b] as const));
      while (i < p) await step(1, i++);
      while (j < q) await step(2, j++);
      for (const [a, b] of pairs) put(a, b);
    }
  }
  return order.end();
};
