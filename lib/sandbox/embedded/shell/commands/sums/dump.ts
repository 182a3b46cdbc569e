import { ownValue } from '@/lib/protocol/own-value';
import { concat } from '../../../../bytes-text';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { eachFile, parseSize } from '../each-file';
import { parseOptions, type ParsedOptions } from '../options';
import { float } from '../../builtins/format';
import { charCell, controlName, printable } from './characters';
import { dumpBlock, dumpEnd, parseFormats } from './hexdump-format';

const hex2 = (byte: number): string => byte.toString(16).padStart(2, '0');

/** The contents of files, joined, up to `most` bytes, as some files are endless. */
async function all(context: CommandContext, files: readonly string[], most = Infinity): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let room = most;
  for (const file of files.length > 0 ? files : ['-']) {
    const input = context.open(file);
    for (let next = room > 0 ? await input.read() : undefined; next; next = room > 0 ? await input.read() : undefined) {
      parts.push(next.subarray(0, room));
      room -= next.length;
    }
  }
  return concat(parts);
}

/** How many bytes to read to get `length` bytes after the skipped ones. */
const reach = (skip: number, length: string | undefined): number =>
  length === undefined ? Infinity : skip + parseSize(length);

/** `xxd` takes a single dash before multi-letter options. */
const LONG: Readonly<Record<string, string>> = {
  '-ps': '-p',
  '-plain': '-p',
  '-postscript': '-p',
  '-len': '-l',
  '-cols': '-c',
  '-seek': '-s',
  '-include': '-i',
  '-bits': '-b',
  '-groupsize': '-g',
  '-revert': '-r',
};

export const xxd: Command = async (context) => {
  const args = context.args.map((arg) => ownValue(LONG, arg) ?? arg);
  const options = parseOptions(args, 'a b c: C d e E! g: i l: n: o: p r s: u v');
  const [from = '-', to] = options.operands;
  const skipped = Number(options.get('s') ?? 0);
  const input = await all(context, [from], skipped < 0 ? Infinity : reach(skipped, options.get('l')));
  // What is already in the file stays where the dump says nothing.
  const before =
    options.has('r') && to !== undefined && context.sys.isFile(context.path(to))
      ? context.sys.read(context.path(to)).slice()
      : new Uint8Array();
  const out = to === undefined ? context.out : context.create(to);
  if (options.has('r')) out.write(patched(before, reverted(new TextDecoder('latin1').decode(input), options.has('p'))));
  else {
    const start = skipped < 0 ? Math.max(0, input.length + skipped) : skipped;
    const bytes = input.subarray(start, options.get('l') === undefined ? undefined : start + Number(options.get('l')));
    out.write(
      options.has('i')
        ? included(bytes, options.get('n') ?? from)
        : options.has('p')
          ? plain(bytes, Number(options.get('c') ?? 30) || bytes.length, options.has('u'))
          : dumped(bytes, start + Number(options.get('o') ?? 0), options),
    );
  }
  if (to !== undefined) await out.close();
  return 0;
};

function dumped(bytes: Uint8Array, start: number, options: ParsedOptions): string {
  const bits = options.has('b');
  const columns = Number(options.get('c') ?? 0) || (bits ? 6 : 16);
  const group = Number(options.get('g') ?? (bits ? 1 : options.has('e') ? 4 : 2)) || columns;
  const size = bits ? 8 : 2;
  const width = columns * size + Math.ceil(columns / group) - 1;
  let text = '';
  for (let at = 0; at < bytes.length; at += columns) {
    const row = [...bytes.subarray(at, at + columns)];
    const shown = row.map((byte) =>
      bits ? byte.toString(2).padStart(8, '0') : options.has('u') ? hex2(byte).toUpperCase() : hex2(byte),
    );
    const groups: string[] = [];
    for (let from = 0; from < shown.length; from += group) {
      const part = shown.slice(from, from + group);
      groups.push(
        options.has('e')
          ? part
              .reverse()
              .join('')
              .padStart(Math.min(group, columns) * size)
          : part.join(''),
      );
    }
    text += `${(start + at).toString(options.has('d') ? 10 : 16).padStart(8, '0')}: ${groups.join(' ').padEnd(width)}  ${row.map(printable).join('')}\n`;
  }
  return text;
}

function plain(bytes: Uint8Array, columns: number, upper: boolean): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += columns)
    text += `${Array.from(bytes.subarray(at, at + columns), hex2).join('')}\n`;
  return upper ? text.toUpperCase() : text;
}

function included(bytes: Uint8Array, name: string): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += 12)
    rows.push(`  ${Array.from(bytes.subarray(at, at + 12), (byte) => `0x${hex2(byte)}`).join(', ')}`);
  if (name === '-') return `${rows.join(',\n')}\n`;
  const variable = name.replaceAll(/\W/g, '_');
  return `unsigned char ${variable}[] = {\n${rows.join(',\n')}\n};\nunsigned int ${variable}_len = ${bytes.length};\n`;
}

interface Piece {
  at: number;
  bytes: Uint8Array;
}

const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** What a dump says, and where. */
function reverted(text: string, isPlain: boolean): Piece[] {
  if (isPlain) return [{ at: 0, bytes: bytesOf(text.replaceAll(/[^\da-fA-F]/g, '')) }];
  return text.split('\n').flatMap((line) => {
    const [, at, digits = ''] = /^\s*([\da-fA-F]+): ?((?:[\da-fA-F]{2} ?)*)/.exec(line) ?? [];
    return at === undefined ? [] : [{ at: Number.parseInt(at, 16), bytes: bytesOf(digits.replaceAll(' ', '')) }];
  });
}

function patched(before: Uint8Array, pieces: readonly Piece[]): Uint8Array {
  const made = new Uint8Array(Math.max(before.length, ...pieces.map(({ at, bytes }) => at + bytes.length)));
  made.set(before);
  for (const { at, bytes } of pieces) made.set(bytes, at);
  return made;
}

export const hexdump: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'b c C d n: o s: v x e: f:! L canonical=C length:=n skip:=s no-squeezing=v one-byte-octal=b one-byte-char=c two-bytes-decimal=d two-bytes-octal=o two-bytes-hex=x format:=e format-file:=f color::=L',
  );
  const skip = options.get('s') === undefined ? 0 : parseSize(options.get('s') ?? '0');
  const bytes = (await all(context, options.operands, reach(skip, options.get('n')))).subarray(skip);
  const canonical = options.has('C') || context.name === 'hd';
  const pad = canonical ? 8 : 7;
  const written = options.all('e');
  const { formats, block } = written.length > 0 ? parseFormats(written) : { formats: [], block: 16 };
  let last = '';
  let starred = false;
  for (let at = 0; at < bytes.length && block > 0; at += block) {
    const row = [...bytes.subarray(at, at + block)];
    const key = row.join();
    if (key === last && row.length === block && !options.has('v')) {
      if (!starred) context.out.write('*\n');
      starred = true;
      continue;
    }
    [last, starred] = [key, false];
    if (formats.length > 0) {
      for (const format of formats) context.out.write(dumpBlock(format, Uint8Array.from(row), skip + at));
      continue;
    }
    context.out.write(
      `${(skip + at).toString(16).padStart(pad, '0')}${canonical ? canonicalRow(row) : wordRow(row, options)}\n`,
    );
  }
  if (formats.length > 0) for (const format of formats) context.out.write(dumpEnd(format, skip + bytes.length));
  else if (bytes.length > 0) context.out.write(`${(skip + bytes.length).toString(16).padStart(pad, '0')}\n`);
  return 0;
};

function canonicalRow(row: readonly number[]): string {
  const cells = row
    .map((byte, at) => `${at === 8 ? ' ' : ''} ${hex2(byte)}`)
    .join('')
    .slice(1);
  return `  ${cells.padEnd(48)}  |${row.map(printable).join('')}|`;
}

function wordRow(row: readonly number[], options: ParsedOptions): string {
  if (options.has('b'))
    return row
      .map((byte) => ` ${byte.toString(8).padStart(3, '0')}`)
      .join('')
      .padEnd(64);
  if (options.has('c'))
    return row
      .map((byte) => charCell(byte).padStart(4))
      .join('')
      .padEnd(64);
  const words: number[] = [];
  for (let at = 0; at < row.length; at += 2) words.push((row[at] ?? 0) | ((row[at + 1] ?? 0) << 8));
  const cell = options.has('d')
    ? (word: number) => `   ${String(word).padStart(5, '0')}`
    : options.has('o')
      ? (word: number) => `  ${word.toString(8).padStart(6, '0')}`
      : options.has('x')
        ? (word: number) => `    ${word.toString(16).padStart(4, '0')}`
        : (word: number) => ` ${word.toString(16).padStart(4, '0')}`;
  const width = options.has('d') || options.has('o') || options.has('x') ? 64 : 40;
  return words.map(cell).join('').padEnd(width);
}

interface Format {
  size: number;
  width: number;
  show(bytes: Uint8Array): string;
  text: boolean;
}

function formatOf(letter: string, digits: string, text: boolean): Format {
  const size =
    digits === ''
      ? letter === 'a' || letter === 'c'
        ? 1
        : letter === 'f'
          ? 8
          : 4
      : ({ C: 1, S: 2, I: 4, L: 8, F: 4, D: 8 }[digits] ?? Number(digits));
  const value = (bytes: Uint8Array, signed: boolean) => {
    let made = 0n;
    for (let at = size - 1; at >= 0; at -= 1) made = (made << 8n) | BigInt(bytes[at] ?? 0);
    return signed ? BigInt.asIntN(size * 8, made) : made;
  };
  switch (letter) {
    case 'a':
      return {
        size: 1,
        width: 3,
        show: ([byte = 0]) => controlName(byte & 127),
        text,
      };
    case 'c':
      return { size: 1, width: 3, show: ([byte = 0]) => charCell(byte), text };
    case 'd':
      return {
        size,
        width: [0, 4, 6, 0, 11, 0, 0, 0, 20][size] ?? 11,
        show: (bytes) => String(value(bytes, true)),
        text,
      };
    case 'u':
      return {
        size,
        width: [0, 3, 5, 0, 10, 0, 0, 0, 20][size] ?? 10,
        show: (bytes) => String(value(bytes, false)),
        text,
      };
    case 'f':
      return { size, width: size === 4 ? 15 : 24, show: (bytes) => floatText(bytes, size), text };
    case 'x':
      return {
        size,
        width: size * 2,
        show: (bytes) =>
          value(bytes, false)
            .toString(16)
            .padStart(size * 2, '0'),
        text,
      };
    default: {
      const width = [0, 3, 6, 0, 11, 0, 0, 0, 22][size] ?? 6;
      return { size, width, show: (bytes) => value(bytes, false).toString(8).padStart(width, '0'), text };
    }
  }
}

/** A number with as few digits as tell it apart from its neighbours. */
function floatText(bytes: Uint8Array, size: number): string {
  const whole = new Uint8Array(size);
  whole.set(bytes.subarray(0, size));
  const view = new DataView(whole.buffer);
  const short = size === 4;
  const value = short ? view.getFloat32(0, true) : view.getFloat64(0, true);
  const isSmall = Math.abs(value) < (short ? 2 ** -126 : 2 ** -1022);
  for (let digits = isSmall ? 1 : short ? 6 : 15; ; digits += 1) {
    const text = float(value, 'g', '', digits);
    const read = short ? Math.fround(Number(text)) : Number(text);
    if (read === value || digits >= 17) return text;
  }
}

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

export const od: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'A: t: j: N: w:: v S:! a b c d e f i l o s x h B D F H I L O X address-radix:=A format:=t skip-bytes:=j read-bytes:=N width::=w output-duplicates=v strings::=S endian:! traditional!',
  );
  const given = options.list.flatMap(({ name, value }) => (name === 't' ? [value] : (OLD[name] ?? [])));
  for (const text of given) {
    const wrong = text.replaceAll(/[acdfoux](?:[CSILFD]|\d*)z?/g, '').charAt(0);
    if (wrong !== '') throw new CommandFailure(`invalid character '${wrong}' in type string ‘${text}’`);
  }
  const formats = (given.length > 0 ? given : ['o2']).flatMap((text) =>
    [...text.matchAll(/([acdfoux])([CSILFD]|\d*)(z?)/g)].map(([, letter = 'o', digits = '', z]) =>
      formatOf(letter, digits, z === 'z'),
    ),
  );
  const radix = options.get('A') ?? 'o';
  if (!/^[doxn]$/.test(radix))
    throw new CommandFailure(`invalid output address radix '${radix}'; it must be one character from [doxn]`);
  const skip = options.get('j') === undefined ? 0 : parseSize(options.get('j') ?? '0');
  const bytes = (await all(context, options.operands, reach(skip, options.get('N')))).subarray(skip);
  const columns = Number(options.has('w') ? options.get('w') || 32 : 16);
  const address = (at: number) =>
    radix === 'n'
      ? ''
      : radix === 'x'
        ? at.toString(16).padStart(6, '0')
        : radix === 'd'
          ? String(at).padStart(7, '0')
          : at.toString(8).padStart(7, '0');
  // A byte gets the width that the widest format needs for it.
  const room = Math.max(...formats.map(({ width, size }) => (width + 1) / size));
  let [last, starred] = ['', false];
  for (let at = 0; at < bytes.length; at += columns) {
    const row = bytes.subarray(at, at + columns);
    const key = row.join();
    if (key === last && row.length === columns && !options.has('v')) {
      if (!starred) context.out.write('*\n');
      starred = true;
      continue;
    }
    [last, starred] = [key, false];
    for (const [index, format] of formats.entries()) {
      let cells = '';
      for (let from = 0; from < row.length; from += format.size)
        cells += format.show(row.subarray(from, from + format.size)).padStart(Math.round(room * format.size));
      if (format.text) cells = `${cells.padEnd(Math.round(room * columns))}  >${Array.from(row, printable).join('')}<`;
      context.out.write(`${index === 0 ? address(skip + at) : ' '.repeat(address(skip + at).length)}${cells}\n`);
    }
  }
  if (radix !== 'n') context.out.write(`${address(skip + bytes.length)}\n`);
  return 0;
};

export const strings: Command = async (context) => {
  const args = context.args.map((arg) => (/^-\d+$/.test(arg) ? `-n${arg.slice(1)}` : arg));
  const options = parseOptions(args, 'a f n: o t: e: s: w all=a bytes:=n radix:=t print-file-name=f');
  const least = Number(options.get('n') ?? 4);
  const radix = { o: 8, d: 10, x: 16 }[options.get('t') ?? (options.has('o') ? 'o' : '')];
  return eachFile(context, options.operands, async (input, file) => {
    const text = new TextDecoder('latin1').decode(await input.bytes());
    for (const { 0: found, index } of text.matchAll(new RegExp(`[\\t\\x20-\\x7e]{${least},}`, 'g')))
      context.out.write(
        `${options.has('f') ? `${file}: ` : ''}${radix ? `${index.toString(radix).padStart(7)} ` : ''}${found}\n`,
      );
  });
};
