import { concat } from '../../../../bytes-text';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { parseSize } from '../each-file';
import { humanSize } from './size';

const OPENED = ['direct', 'directory', 'dsync', 'sync', 'nonblock', 'noatime', 'nocache', 'noctty', 'nofollow'];

/** The values of `dd`'s list operands; some have no effect here. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  conv: ['ucase', 'lcase', 'swab', 'sync', 'notrunc', 'noerror', 'fsync', 'fdatasync', 'excl', 'nocreat', 'sparse'],
  iflag: [...OPENED, 'fullblock', 'count_bytes', 'skip_bytes'],
  oflag: [...OPENED, 'append', 'seek_bytes'],
};

const OPERANDS = new Set([
  'if',
  'of',
  'bs',
  'ibs',
  'obs',
  'cbs',
  'count',
  'skip',
  'seek',
  'conv',
  'status',
  'iflag',
  'oflag',
]);

const ALIASES: Readonly<Record<string, string>> = { iseek: 'skip', oseek: 'seek' };

export const dd: Command = async (context) => {
  const given = operandsOf(context.args);
  const [conversions = [], from = [], to = []] = Object.keys(FLAGS).map((name) => flagsOf(given, name));
  if (conversions.includes('lcase') && conversions.includes('ucase'))
    throw new CommandFailure('cannot combine lcase and ucase');
  const status = given.get('status') ?? 'progress';
  if (!['none', 'noxfer', 'progress'].includes(status)) throw new UsageFailure(`invalid status level: ‘${status}’`);
  const block = sizeOf(given, 'bs', sizeOf(given, 'ibs', 512));
  const bytes = await readBlocks(context, given, block, from);
  const pads = conversions.includes('sync') ? (block - (bytes.length % block)) % block : 0;
  const made = converted(concat([bytes, new Uint8Array(pads)]), conversions);
  if (given.has('of')) await putInto(context, given, made, { block, conversions, to });
  else context.out.write(made);
  await context.out.flush();
  const out = given.has('bs') ? block : sizeOf(given, 'obs', 512);
  if (status !== 'none') context.err.write(report(made.length, block, out, status !== 'noxfer'));
  return 0;
};

type Operands = ReadonlyMap<string, string>;

function operandsOf(args: readonly string[]): Operands {
  const given = new Map<string, string>();
  for (const arg of args) {
    const at = arg.indexOf('=');
    if (at < 0 || !(OPERANDS.has(arg.slice(0, at)) || Object.hasOwn(ALIASES, arg.slice(0, at))))
      throw new CommandFailure(`unrecognized operand ‘${arg}’\nTry 'dd --help' for more information.`);
    given.set(ALIASES[arg.slice(0, at)] ?? arg.slice(0, at), arg.slice(at + 1));
  }
  return given;
}

function flagsOf(given: Operands, name: string): string[] {
  const flags = given.get(name)?.split(',') ?? [];
  const wrong = flags.find((flag) => FLAGS[name]?.includes(flag) !== true);
  if (wrong === undefined) return flags;
  throw new UsageFailure(
    name === 'conv'
      ? `invalid conversion: ‘${wrong}’`
      : `invalid ${name === 'iflag' ? 'input' : 'output'} flag: ‘${wrong}’`,
  );
}

function sizeOf(given: Operands, name: string, otherwise: number): number {
  const text = given.get(name);
  if (text === undefined) return otherwise;
  if (!/^\d+[a-zA-Z]*(?:x\d+[a-zA-Z]*)*$/.test(text)) throw new CommandFailure(`invalid number: ‘${text}’`);
  return text.split('x').reduce((product, part) => product * parseSize(part, 'number'), 1);
}

/** How many bytes a number of blocks is; `5B` are bytes. */
function countOf(given: Operands, name: string, otherwise: number, block: number): number {
  const [, bytes] = /^(\d+)B$/.exec(given.get(name) ?? '') ?? [];
  return bytes === undefined ? sizeOf(given, name, otherwise) * block : Number(bytes);
}

/** The wanted part of the input; what follows it is left for the next reader. */
async function readBlocks(
  context: CommandContext,
  given: Operands,
  block: number,
  flags: readonly string[],
): Promise<Uint8Array> {
  const wanted = countOf(given, 'count', Infinity, flags.includes('count_bytes') ? 1 : block);
  const skip = countOf(given, 'skip', 0, flags.includes('skip_bytes') ? 1 : block);
  const input = given.has('if') ? context.open(given.get('if') ?? '') : context.in;
  const parts: Uint8Array[] = [];
  let seen = 0;
  while (seen < skip + wanted) {
    const next = await input.read();
    if (!next) break;
    const start = Math.max(0, Math.min(next.length, skip - seen));
    const end = Math.min(next.length, skip + wanted - seen);
    if (end > start) parts.push(next.subarray(start, end));
    if (end < next.length) input.putBack(next.subarray(end));
    seen += next.length;
  }
  return concat(parts);
}

function converted(bytes: Uint8Array, conversions: readonly string[]): Uint8Array {
  const upper = conversions.includes('ucase');
  if (upper || conversions.includes('lcase'))
    bytes.forEach((byte, index) => {
      if (upper && byte >= 97 && byte <= 122) bytes[index] = byte - 32;
      else if (!upper && byte >= 65 && byte <= 90) bytes[index] = byte + 32;
    });
  if (conversions.includes('swab'))
    for (let index = 0; index + 1 < bytes.length; index += 2) bytes.subarray(index, index + 2).reverse();
  return bytes;
}

/** Writes into the file of `of`, at the place that `seek` and the flags `to` name. */
async function putInto(
  context: CommandContext,
  given: Operands,
  bytes: Uint8Array,
  { block, conversions, to }: { block: number; conversions: readonly string[]; to: readonly string[] },
): Promise<void> {
  const of = given.get('of') ?? '';
  const there = context.sys.isFile(context.path(of));
  if (conversions.includes('excl') && there) throw new CommandFailure(`failed to open '${of}': File exists`);
  if (conversions.includes('nocreat') && !there)
    throw new CommandFailure(`failed to open '${of}': No such file or directory`);
  const unit = to.includes('seek_bytes') ? 1 : given.has('bs') ? block : sizeOf(given, 'obs', 512);
  const keeps = conversions.includes('notrunc');
  const old = there ? context.sys.read(context.path(of)) : new Uint8Array();
  const seek = to.includes('append') ? (keeps ? old.length : 0) : countOf(given, 'seek', 0, unit);
  // Only where a whole block is left out, what is before it stays.
  const out = given.has('bs') ? block : sizeOf(given, 'obs', 512);
  const before = seek >= out || keeps ? old : new Uint8Array();
  const whole = new Uint8Array(Math.max(seek + bytes.length, keeps ? before.length : 0));
  whole.set(before.subarray(0, keeps ? before.length : seek));
  whole.set(bytes, seek);
  const file = context.create(of);
  file.write(whole);
  await file.close();
}

function report(bytes: number, block: number, out: number, rate: boolean): string {
  const records = (size: number) => `${Math.floor(bytes / size)}+${bytes % size ? 1 : 0}`;
  const units =
    bytes >= 1000
      ? ` (${humanSize(bytes, 1000).replace(/([a-zA-Z])$/, ' $1B')}${bytes >= 1024 ? `, ${humanSize(bytes).replace(/([a-zA-Z])$/, ' $1iB')}` : ''})`
      : '';
  return `${records(block)} records in\n${records(out)} records out\n${rate ? `${bytes} bytes${units} copied, 0.001 s, ${humanSize(bytes * 1000, 1000).replace(/([a-zA-Z])$/, ' $1')}B/s\n` : ''}`;
}
