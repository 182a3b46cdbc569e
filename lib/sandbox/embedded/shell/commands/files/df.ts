import { errorText } from '../../io/error-text';
import { UsageFailure, type Command, type CommandContext } from '../context';
import { messageName } from '../message-name';
import { parseSize } from '../each-file';
import { parseOptions, type ParsedOptions } from '../options';
import { humanSize } from './size';

const SPEC =
  'a B: h H i k l P t: T x: v all=a block-size:=B human-readable=h si=H inodes=i local=l no-sync output:: portability=P print-type=T sync total type:=t exclude-type:=x';

/** Capacity of the sandbox's file system, in bytes and in files. */
const ROOM = 512 * 1024 * 1024;
const INODES = 65_536;
const KIND = 'tmpfs';

/** `df`: the sandbox has one file system, in memory. */
export const df: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  let status = 0;
  let shown = options.operands.length === 0;
  for (const path of options.operands) {
    try {
      context.sys.stat(context.path(path));
      shown = true;
    } catch (error) {
      status = await context.fail(`${messageName(context.name, path)}: ${errorText(error)}`);
    }
  }
  if (!shown) return status;
  const types = options.all('t');
  if ((types.length > 0 && !types.includes(KIND)) || options.all('x').includes(KIND))
    return context.fail('no file systems processed');
  const used = spaceBelow(context, '/');
  if (options.has('output')) {
    context.out.write(laidOut(chosenFields(options, used), ['Filesystem', 'Type', 'File', 'Mounted on']));
    return status;
  }
  const row = options.has('i')
    ? [String(INODES), String(used.files), String(INODES - used.files)]
    : [ROOM, used.bytes, ROOM - used.bytes].map((bytes) => sized(bytes, options));
  const share = options.has('i') ? used.files / INODES : used.bytes / ROOM;
  const cells = ['toolyard', ...(options.has('T') ? [KIND] : []), ...row, `${Math.ceil(share * 100)}%`, '/'];
  const total = ['total', ...(options.has('T') ? ['-'] : []), ...row, `${Math.ceil(share * 100)}%`, '-'];
  context.out.write(
    laidOut([headings(options), cells, ...(options.has('total') ? [total] : [])], ['Filesystem', 'Type', 'Mounted on']),
  );
  return status;
};

function headings(options: ParsedOptions): string[] {
  const start = ['Filesystem', ...(options.has('T') ? ['Type'] : [])];
  if (options.has('i')) return [...start, 'Inodes', 'IUsed', 'IFree', 'IUse%', 'Mounted on'];
  if (human(options)) return [...start, 'Size', 'Used', 'Avail', 'Use%', 'Mounted on'];
  const unit = unitOf(options);
  const name = options.has('P')
    ? `${unit}-blocks`
    : unit % 2 ** 20 === 0
      ? `${unit / 2 ** 20}M-blocks`
      : unit % 1024 === 0
        ? `${unit / 1024}K-blocks`
        : `${unit}B-blocks`;
  return [...start, name, 'Used', 'Available', options.has('P') ? 'Capacity' : 'Use%', 'Mounted on'];
}

const human = (options: ParsedOptions): boolean => options.has('h') || options.has('H');

function unitOf(options: ParsedOptions): number {
  const text = options.get('B');
  if (text === undefined) return 1024;
  const unit = parseSize(/^\d/.test(text) ? text : `1${text}`, 'block size');
  if (unit === 0) throw new UsageFailure(`invalid --block-size argument '${text}'`);
  return unit;
}

const sized = (bytes: number, options: ParsedOptions): string =>
  human(options) ? humanSize(bytes, options.has('H') ? 1000 : 1024) : String(Math.ceil(bytes / unitOf(options)));

/** The fields of `--output`, in the order that it names, and their headings. */
function chosenFields(options: ParsedOptions, used: { bytes: number; files: number }): string[][] {
  const size = (bytes: number) => sized(bytes, options);
  const percent = (share: number) => `${Math.ceil(share * 100)}%`;
  const fields: Readonly<Record<string, [heading: string, value: string]>> = {
    source: ['Filesystem', 'toolyard'],
    fstype: ['Type', KIND],
    itotal: ['Inodes', String(INODES)],
    iused: ['IUsed', String(used.files)],
    iavail: ['IFree', String(INODES - used.files)],
    ipcent: ['IUse%', percent(used.files / INODES)],
    size: [headings(options).at(-5) ?? '', size(ROOM)],
    used: ['Used', size(used.bytes)],
    avail: ['Avail', size(ROOM - used.bytes)],
    pcent: ['Use%', percent(used.bytes / ROOM)],
    file: ['File', options.operands[0] ?? '-'],
    target: ['Mounted on', '/'],
  };
  const named = options
    .all('output')
    .filter(Boolean)
    .flatMap((text) => text.split(','));
  const chosen = (named.length > 0 ? named : Object.keys(fields)).map((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) throw new UsageFailure(`option --output: field ‘${name}’ unknown`);
    return field;
  });
  return [chosen.map(([heading]) => heading), chosen.map(([, value]) => value)];
}

const LEAST: Readonly<Record<string, number>> = { Filesystem: 14, Type: 4 };

/** Aligns the columns: those headed by a name of `left` to the left, numbers to the right; the last is not padded. */
function laidOut(rows: readonly string[][], left: readonly string[]): string {
  const [heads = []] = rows;
  const widths = heads.map((head, at) =>
    Math.max(LEAST[head] ?? least(head), ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, at) => {
        if (!left.includes(heads[at] ?? '')) return cell.padStart(widths[at] ?? 0);
        return at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0);
      })
      .join(' '),
  );
  return lines.map((line) => `${line}\n`).join('');
}

const least = (head: string): number => (head.endsWith('%') || head === 'Capacity' || head === 'Mounted on' ? 4 : 5);

function spaceBelow(context: CommandContext, folder: string): { bytes: number; files: number } {
  const sum = { bytes: 0, files: 0 };
  for (const { name, type, size } of context.sys.listStats(folder)) {
    sum.files += 1;
    if (type === 'directory') {
      const below = spaceBelow(context, `${folder === '/' ? '' : folder}/${name}`);
      sum.bytes += below.bytes;
      sum.files += below.files;
    } else sum.bytes += size;
  }
  return sum;
}
