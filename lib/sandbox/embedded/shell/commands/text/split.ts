import { OpenFile } from '../../io/open-file';
import { concat } from '../../../../bytes-text';
import { CommandFailure, quoted, UsageFailure, type Command, type CommandContext } from '../context';
import { parseSize } from '../each-file';
import { parseOptions, type ParsedOptions } from '../options';

const SPEC =
  'a: b: C: d l: n: e x t: u suffix-length:=a additional-suffix: bytes:=b line-bytes:=C numeric-suffixes:: hex-suffixes:: elide-empty-files=e filter: lines:=l number:=n separator:=t unbuffered=u verbose';

const LINES = 1000;

/** `split`: splits input into files of a number of lines or bytes, or into a number of files. */
export const split: Command = async (context) => {
  // `-100` is the obsolete form of `-l 100`.
  const options = parseOptions(
    context.args.map((arg) => arg.replace(/^-(\d+)$/, '-l$1')),
    SPEC,
  );
  const ways = ['b', 'C', 'l', 'n'].filter((name) => options.has(name));
  if (ways.length > 1) throw new UsageFailure('cannot split in more than one way');
  const [file = '-', prefix = 'x', extra] = options.operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  const size = options.get('a');
  if (size !== undefined && !/^\d+$/.test(size)) throw new CommandFailure(`invalid suffix length: ${quoted(size)}`);
  const ending = options.get('additional-suffix');
  if (ending?.includes('/')) throw new UsageFailure(`invalid suffix ${quoted(ending)}, contains directory separator`);
  const input = await context.open(file).bytes();
  const number = options.get('n');
  const [parts, only] = number === undefined ? [piecesOf(options, input)] : chunksOf(options, input, number);
  if (only !== undefined) {
    context.out.write(parts[only - 1] ?? new Uint8Array());
    return 0;
  }
  const kept = options.has('e') ? parts.filter((part) => part.length > 0) : parts;
  const name = naming(options, kept.length, number !== undefined);
  for (const [at, part] of kept.entries()) {
    const status = await write(context, options, `${prefix}${name(at)}`, part);
    if (status !== 0) return status;
  }
  return 0;
};

async function write(
  context: CommandContext,
  options: ParsedOptions,
  name: string,
  bytes: Uint8Array,
): Promise<number> {
  const filter = options.get('filter');
  if (options.has('verbose')) context.out.write(`creating file '${name}'\n`);
  if (filter === undefined) {
    context.writeFile(name, bytes);
    return 0;
  }
  let left: Uint8Array | undefined = bytes;
  const read = (): Uint8Array | undefined => {
    const next = left;
    left = undefined;
    return next;
  };
  const fds = context.fds.clone();
  fds.set(0, new OpenFile({ read }, undefined, { path: name }));
  return context.run(['sh', '-c', filter], { env: { ...context.env, FILE: name }, fds });
}

/** Splits input into lines, each with its terminator. */
function linesOf(options: ParsedOptions, input: Uint8Array): Uint8Array[] {
  const given = options.get('t') ?? '\n';
  if (given !== '\\0' && given.length !== 1) throw new CommandFailure(`multi-character separator ‘${given}’`);
  const end = given === '\\0' ? 0 : given.charCodeAt(0);
  const lines: Uint8Array[] = [];
  for (let at = 0; at < input.length;) {
    const found = input.indexOf(end, at);
    const to = found < 0 ? input.length : found + 1;
    lines.push(input.subarray(at, to));
    at = to;
  }
  return lines;
}

function piecesOf(options: ParsedOptions, input: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const [bytes, most] = [options.get('b'), options.get('C')];
  if (bytes !== undefined) {
    const size = positive(parseSize(bytes), bytes, 'number of bytes');
    for (let at = 0; at < input.length; at += size) parts.push(input.subarray(at, at + size));
    return parts;
  }
  const lines = linesOf(options, input);
  if (most === undefined) {
    const given = options.get('l') ?? String(LINES);
    const count = positive(parseSize(given, 'number of lines'), given, 'number of lines');
    for (let at = 0; at < lines.length; at += count) parts.push(concat(lines.slice(at, at + count)));
    return parts;
  }
  const size = positive(parseSize(most), most, 'number of bytes');
  let part: Uint8Array = new Uint8Array();
  for (const line of lines) {
    if (part.length > 0 && part.length + line.length > size) {
      parts.push(part);
      part = new Uint8Array();
    }
    part = concat([part, line]);
    for (; part.length > size; part = part.subarray(size)) parts.push(part.subarray(0, size));
  }
  return part.length > 0 ? [...parts, part] : parts;
}

function positive(value: number, given: string, what: string): number {
  if (value > 0) return value;
  throw new CommandFailure(`invalid ${what}: ‘${given}’: Numerical result out of range`);
}

/** Handles `-n 3`, `-n l/3` (whole lines) and `-n r/3` (round robin); with `2/3`, only the second chunk is wanted. */
function chunksOf(options: ParsedOptions, input: Uint8Array, given: string): [Uint8Array[], number | undefined] {
  const [, way, one, all = ''] = /^(?:([lr])\/)?(?:(\d+)\/)?(\d+)$/.exec(given) ?? [];
  const count = Number(all);
  if (!(count > 0))
    throw new CommandFailure(
      `invalid number of chunks: ‘${given}’${all === '' ? '' : ': Numerical result out of range'}`,
    );
  const only = one === undefined ? undefined : Number(one);
  if (only !== undefined && (only < 1 || only > count))
    throw new CommandFailure(`invalid chunk number: ‘${one}’: Numerical result out of range`);
  const parts = Array.from({ length: count }, (): Uint8Array[] => []);
  const size = Math.max(1, Math.floor(input.length / count));
  if (way === undefined)
    for (const [at, part] of parts.entries())
      part.push(input.subarray(at * size, at === count - 1 ? Math.max(input.length, at * size) : (at + 1) * size));
  else {
    let at = 0;
    for (const [index, line] of linesOf(options, input).entries()) {
      const place = way === 'r' ? index % count : Math.min(count - 1, Math.floor(at / Math.max(1, size)));
      parts[place]?.push(line);
      at += line.length;
    }
  }
  return [parts.map((part) => concat(part)), only];
}

/** Names suffixes such as `aa`, `00` or hexadecimal ones, long enough for all files unless a length is given. */
function naming(options: ParsedOptions, count: number, isCounted: boolean): (at: number) => string {
  const isHex = options.has('x') || options.has('hex-suffixes');
  const isNumber = options.has('d') || options.has('numeric-suffixes');
  const from = Number.parseInt(options.get('numeric-suffixes') || options.get('hex-suffixes') || '0', isHex ? 16 : 10);
  const digits = isHex ? '0123456789abcdef' : isNumber ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz';
  const given = options.get('a');
  const needed = Math.ceil(Math.log(Math.max(2, count + from)) / Math.log(digits.length));
  const width = given === undefined ? Math.max(2, isCounted ? needed : 2) : Number(given);
  const spelled = (at: number, size: number): string => {
    let text = '';
    for (let left = at, place = 0; place < size; place += 1, left = Math.floor(left / digits.length))
      text = (digits[left % digits.length] ?? '') + text;
    return text;
  };
  const end = options.get('additional-suffix') ?? '';
  return (index) => {
    let [at, size, before] = [index + from, width, ''];
    // Without a given length they grow: `zaaa` follows `yz`.
    while (given === undefined && !isCounted && at >= (digits.length - 1) * digits.length ** (size - 1)) {
      at -= (digits.length - 1) * digits.length ** (size - 1);
      before += digits.at(-1);
      size += 1;
    }
    if (at >= digits.length ** size) throw new CommandFailure('output file suffixes exhausted');
    return before + spelled(at, size) + end;
  };
}
