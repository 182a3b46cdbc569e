import { charWidth } from '../../../../char-width';
import { decodeInC, decoderOf } from '../../../../bytes-text';
import { UsageFailure, type Command, type CommandContext } from '../context';
import { eachFile } from '../each-file';
import { statPath } from '../stat-path';
import { parseOptions } from '../options';

type Counts = Record<'l' | 'w' | 'm' | 'c' | 'L', number>;
const NOTHING: Counts = { l: 0, w: 0, m: 0, c: 0, L: 0 };
const ORDER = ['l', 'w', 'm', 'c', 'L'] as const;

export const wc: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'c l m w L files0-from: bytes=c lines=l chars=m words=w max-line-length=L',
  );
  const list = options.get('files0-from');
  if (list !== undefined && options.operands.length > 0)
    throw new UsageFailure(
      `extra operand '${options.operands[0] ?? ''}'\nfile operands cannot be combined with --files0-from`,
    );
  if (list !== undefined) options.operands.push(...(await context.open(list).lines(0)));
  const asked = ORDER.filter((key) => options.has(key));
  const shown = asked.length > 0 ? asked : (['l', 'w', 'c'] as const);
  const rows: { name: string; counts: Counts }[] = [];
  const total: Counts = { l: 0, w: 0, m: 0, c: 0, L: 0 };
  let bytes = 0;
  let fromInput = options.operands.length === 0 && !fromFile(context);
  const status = await eachFile(context, options.operands, async (input, name) => {
    if (name !== '-' && statPath(context, name)?.type === 'directory') {
      rows.push({ name, counts: NOTHING });
      fromInput = true;
    }
    const counts = await count(
      input,
      decoderOf(context.env),
      shown.some((key) => key === 'w' || key === 'm' || key === 'L'),
    );
    for (const key of ORDER) total[key] = key === 'L' ? Math.max(total.L, counts.L) : total[key] + counts[key];
    bytes += counts.c;
    if (name === '-') fromInput ||= !fromFile(context);
    rows.push({ name: options.operands.length === 0 ? '' : name, counts });
  });
  if (options.operands.length > 1) rows.push({ name: 'total', counts: total });
  const single = shown.length === 1 && options.operands.length <= 1;
  const width = single || list !== undefined ? 1 : Math.max(fromInput ? 7 : 1, String(bytes).length);
  for (const { name, counts } of rows) {
    context.out.write(
      `${shown.map((key) => String(counts[key]).padStart(width)).join(' ')}${name === '' ? '' : ` ${name}`}\n`,
    );
  }
  return status;
};

/** Whether standard input is a file, so that its size is known. */
function fromFile({ fds, sys }: CommandContext): boolean {
  const path = fds.get(0)?.about.path;
  return path !== undefined && !path.startsWith('/dev/') && sys.isFile(path);
}

async function count(
  input: { read(): Uint8Array | undefined | Promise<Uint8Array | undefined>; bytes(): Promise<Uint8Array> },
  read: (bytes: Uint8Array) => string,
  characters: boolean,
): Promise<Counts> {
  const counts: Counts = { l: 0, w: 0, m: 0, c: 0, L: 0 };
  if (!characters) {
    for (let next = await input.read(); next; next = await input.read()) {
      counts.c += next.length;
      for (let at = next.indexOf(10); at >= 0; at = next.indexOf(10, at + 1)) counts.l += 1;
    }
    return counts;
  }
  const all = await input.bytes();
  const text = read(all);
  counts.c = all.length;
  counts.l = text.split('\n').length - 1;
  // Bytes that make no character are not of words either.
  // oxlint-disable-next-line no-control-regex
  counts.w = text.replaceAll(/[\x00\udc80-\udcff]/g, '').match(/\S+/g)?.length ?? 0;
  const isC = read === decodeInC;
  counts.m = isC
    ? all.length
    : text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, '.').replaceAll(/[\udc80-\udcff]/g, '').length;
  counts.L = text.split(/[\n\r\f]/).reduce((most, line) => Math.max(most, widthOf(line)), 0);
  return counts;
}

/** The number of columns a line takes; a tab advances to the next multiple of eight. */
export function widthOf(line: string): number {
  let width = 0;
  for (const char of line) {
    width += char === '\t' ? 8 - (width % 8) : charWidth(char);
  }
  return width;
}
