import { CommandFailure, quoted, UsageFailure, type Command } from '../context';
import { parseSize } from '../each-file';
import { parseOptions } from '../options';
import { eachPath } from './make';

/** Size in bytes of the blocks that `--io-blocks` counts. */
const BLOCK = 4096;

export const truncateCommand: Command = (context) => {
  const options = parseOptions(context.args, 'c o r: s: no-create=c io-blocks=o reference:=r size:=s');
  const size = options.get('s');
  const reference = options.get('r');
  if (size === undefined && reference === undefined)
    throw new UsageFailure('you must specify either ‘--size’ or ‘--reference’');
  if (options.operands.length === 0) throw new UsageFailure('missing file operand');
  const [, operator = '', digits = ''] = /^([-+<>/%]?)(.*)$/.exec((size ?? '').trimStart()) ?? [];
  if (size !== undefined && reference !== undefined && operator === '')
    throw new UsageFailure('you must specify a relative ‘--size’ with ‘--reference’');
  if (size !== undefined && !/^\d+[a-zA-Z]*$/.test(digits))
    throw new CommandFailure(`Invalid number: ${quoted(digits)}`);
  const amount = size === undefined ? 0 : parseSize(digits, 'number') * (options.has('o') ? BLOCK : 1);
  if (amount === 0 && /^[/%]$/.test(operator)) throw new CommandFailure('division by zero');
  return eachPath(
    context,
    options.operands,
    (path) => `cannot open '${path}' for writing`,
    (path) => {
      const full = context.path(path);
      if (options.has('c') && !context.sys.exists(full)) return;
      const before = context.sys.exists(full) ? context.sys.read(full) : new Uint8Array();
      const base = reference === undefined ? before.length : context.sys.stat(context.path(reference)).size;
      const wanted = size === undefined ? base : sized(operator, base, amount);
      const made = new Uint8Array(Math.max(0, wanted));
      made.set(before.subarray(0, made.length));
      context.writeFile(path, made);
    },
  );
};

/** `fallocate -l size`: makes a file at least as large as asked. */
export const fallocate: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'l: n v o: p! z! d! c! i! x! length:=l keep-size=n verbose=v offset:=o punch-hole=p zero-range=z dig-holes=d collapse-range=c insert-range=i posix=x',
  );
  const size = options.get('l');
  if (size === undefined) throw new UsageFailure('required length was not specified');
  const [path] = options.operands;
  if (path === undefined) throw new UsageFailure('no filename specified');
  const [length, offset] = [size, options.get('o') ?? '0'].map((text) => parseSize(text, 'number'));
  const end = (length ?? 0) + (offset ?? 0);
  const status = await context.run(['truncate', '-s', options.has('n') ? '>0' : `>${end}`, path]);
  if (options.has('v') && status === 0) context.out.write(`${path}: ${length} B (${length} bytes) allocated.\n`);
  return status;
};

function sized(operator: string, base: number, amount: number): number {
  switch (operator) {
    case '+':
      return base + amount;
    case '-':
      return base - amount;
    case '<':
      return Math.min(base, amount);
    case '>':
      return Math.max(base, amount);
    case '/':
      return Math.floor(base / amount) * amount;
    case '%':
      return Math.ceil(base / amount) * amount;
    default:
      return amount;
  }
}
