import { CommandFailure, type Command, type CommandContext } from '../context';
import { guarded, parseAnySize } from '../each-file';
import { concat } from '../../../../bytes-text';
import { oneOf, parseOptions, type ParsedOptions } from '../options';
import { printable } from './characters';
import { odFormats, type OdFormat } from './od-format';

/** The types that letters of old stand for. */
const OLD: Readonly<Record<string, string>> = {
  a: 'a',
  b: 'o1',
  c: 'c',
  d: 'u2',
  f: 'fF',
  i: 'dI',
  l: 'dL',
  o: 'o2',
  s: 'd2',
  x: 'x2',
  h: 'x2',
  B: 'o2',
  D: 'u4',
  F: 'fD',
  H: 'x4',
  I: 'dL',
  L: 'dL',
  O: 'o4',
  X: 'x4',
  e: 'fD',
};

/** `od`: prints bytes in numbers and characters. */
export const od: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'A: t: j: N: w:: v S: a b c d e f i l o s x h B D F H I L O X address-radix:=A format:=t skip-bytes:=j read-bytes:=N width::=w output-duplicates=v strings::=S endian: traditional',
  );
  const formats = formatsOf(options);
  const address = addressOf(options.get('A') ?? 'o');
  const { files, skip } = operandsOf(options);
  const most = options.get('N');
  const until = most === undefined ? Infinity : skip + parseAnySize(most, '-N argument');
  const { bytes, status } = await joined(context, files, until);
  if (!bytes) return status;
  if (skip > bytes.length) return context.fail('cannot skip past end of combined input');
  const least = options.get('S');
  if (least === undefined) await dump(context, bytes, skip, formats, address, options);
  else
    for (const { at, text } of stringsIn(bytes, skip, least === '' ? 3 : parseAnySize(least, '-S argument')))
      await context.out.put(`${address(at)}${address(at) && ' '}${text}\n`);
  return status;
};

function formatsOf(options: ParsedOptions): OdFormat[] {
  const big = oneOf(options.get('endian') ?? 'little', 'endian', ['little', 'big']) === 'big';
  const given = options.list.flatMap(({ name, value }) => (name === 't' ? [value] : (OLD[name] ?? [])));
  return (given.length > 0 ? given : ['o2']).flatMap((text) => odFormats(text, big));
}

function addressOf(radix: string): (at: number) => string {
  switch (radix.charAt(0)) {
    case 'n':
      return () => '';
    case 'x':
      return (at) => at.toString(16).padStart(6, '0');
    case 'd':
      return (at) => String(at).padStart(7, '0');
    case 'o':
      return (at) => at.toString(8).padStart(7, '0');
    default:
      throw new CommandFailure(`invalid output address radix '${radix}'; it must be one character from [doxn]`);
  }
}

/** An offset in the form of old: octal, hexadecimal after `0x`, with `b` for blocks of 512. */
function oldOffset(text: string): number | undefined {
  const [, hex, digits = '', block] = /^\+?(?:(0x[\da-f]+)|([0-7]+))(b?)$/i.exec(text) ?? [];
  if (hex === undefined && digits === '') return undefined;
  const value = Number(hex ?? `0o${digits}`);
  return value * (block ? 512 : 1);
}

/** The files and how many bytes to skip, which an operand may say where no option of now is used. */
function operandsOf(options: ParsedOptions): { files: readonly string[]; skip: number } {
  const { operands: files } = options;
  const skipped = options.get('j');
  const old = options.has('traditional');
  const last = files.at(-1) ?? '';
  const isModern = options.list.some(({ name }) => 'AjNtvSw'.includes(name));
  const may = old || (!isModern && (files.length === 2 ? /^[+\d]/ : /^\+/).test(last));
  const offset = may && files.length > 0 && files.length < 3 ? oldOffset(last) : undefined;
  if (offset !== undefined) return { files: files.slice(0, -1), skip: offset };
  if (old && files.length > 1) throw new CommandFailure('--traditional with a label is not here: do without it', 2);
  return { files, skip: skipped === undefined ? 0 : parseAnySize(skipped, '-j argument') };
}

/** The first bytes of files together, as some files are endless; undefined if none can be read. */
async function joined(
  context: CommandContext,
  files: readonly string[],
  until: number,
): Promise<{ bytes: Uint8Array | undefined; status: number }> {
  const parts: Uint8Array[] = [];
  let [room, status, readable] = [until, 0, false];
  for (const file of files.length > 0 ? files : ['-']) {
    const fine = await guarded(context, file, async () => {
      const input = context.open(file);
      readable = true;
      for (
        let next = room > 0 ? await input.read() : undefined;
        next;
        next = room > 0 ? await input.read() : undefined
      ) {
        parts.push(next.subarray(0, room));
        room -= next.length;
      }
    });
    if (!fine) status = 1;
  }
  return { bytes: readable ? concat(parts) : undefined, status };
}

async function dump(
  context: CommandContext,
  bytes: Uint8Array,
  skip: number,
  formats: readonly OdFormat[],
  address: (at: number) => string,
  options: ParsedOptions,
): Promise<void> {
  const columns = await columnsOf(context, formats, options);
  // A row gets the width that the widest format needs.
  const width = Math.max(...formats.map((format) => ((format.width + 1) * columns) / format.size));
  let [last, starred] = ['', false];
  for (let at = skip; at < bytes.length; at += columns) {
    const row = bytes.subarray(at, at + columns);
    const key = row.join();
    if (key === last && row.length === columns && !options.has('v')) {
      if (!starred) context.out.write('*\n');
      starred = true;
      continue;
    }
    [last, starred] = [key, false];
    for (const [index, format] of formats.entries()) {
      const lead = address(at);
      await context.out.put(`${index === 0 ? lead : ' '.repeat(lead.length)}${rowText(row, columns, width, format)}\n`);
    }
  }
  const end = address(bytes.length);
  if (end !== '') context.out.write(`${end}\n`);
}

/** How many bytes a row has: a multiple of what its formats take at once. */
async function columnsOf(
  context: CommandContext,
  formats: readonly OdFormat[],
  options: ParsedOptions,
): Promise<number> {
  const unit = Math.max(...formats.map(({ size }) => size));
  if (!options.has('w')) return Math.max(16, unit);
  const given = parseAnySize(options.get('w') || '32', '-w argument');
  if (given > 0 && given % unit === 0) return given;
  await context.fail(`warning: invalid width ${given}; using ${unit} instead`);
  return unit;
}

/** A row in a format, whose fields share the blanks that are left as evenly as can be. */
function rowText(row: Uint8Array, columns: number, width: number, { size, width: room, show, text }: OdFormat): string {
  const fields = columns / size;
  const spare = width - room * fields;
  const spareFor = (left: number): number => Math.trunc((spare * left) / fields);
  const blank = Math.trunc((columns - row.length) / size);
  let made = '';
  for (let left = fields; left > blank; left -= 1)
    made += show(row.subarray((fields - left) * size, (fields - left + 1) * size)).padStart(
      spareFor(left) - spareFor(left - 1) + room,
    );
  if (!text) return made;
  return `${made}${' '.repeat(blank * room + spareFor(blank))}  >${Array.from(row, printable).join('')}<`;
}

/** `-S`: the texts of at least so many characters that a zero ends. */
function* stringsIn(bytes: Uint8Array, from: number, least: number): Generator<{ at: number; text: string }> {
  let start = from;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 32 && byte < 127) continue;
    if (byte === 0 && at - start >= least) yield { at: start, text: String.fromCharCode(...bytes.subarray(start, at)) };
    start = at + 1;
  }
}
