import { ownValue } from '@/lib/protocol/own-value';
import { concat } from '../../../../bytes-text';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { eachFile, parseAnySize } from '../each-file';
import { parseOptions, type ParsedOptions } from '../options';
import { charCell, printable } from './characters';
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
  length === undefined ? Infinity : skip + parseAnySize(length);

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
  '-capitalize': '-C',
  '-autoskip': '-a',
  '-uppercase': '-u',
  '-name': '-n',
};

export const xxd: Command = async (context) => {
  // Of letters together, only the first counts.
  const args = context.args.map((arg) => ownValue(LONG, arg) ?? arg.replace(/^(-[abeipruCdEhv]).+$/s, '$1'));
  const options = parseOptions(args, 'a b c: C d e E! g: i l: n: o: p r R:! s: u v h');
  const [from = '-', to] = options.operands;
  const skipped = Number(options.get('s') ?? 0);
  if (Number(options.get('c') ?? 0) > 256 && !options.has('p'))
    throw new CommandFailure('invalid number of columns (max. 256).');
  const input = await all(
    context,
    [from],
    skipped < 0 || options.has('r') ? Infinity : reach(skipped, options.get('l')),
  );
  // What is already in the file stays where the dump says nothing.
  const before =
    options.has('r') && to !== undefined && context.sys.isFile(context.path(to))
      ? context.sys.read(context.path(to)).slice()
      : new Uint8Array();
  const out = to === undefined ? context.out : context.create(to);
  if (options.has('r')) {
    const pieces = reverted(new TextDecoder('latin1').decode(input), options.has('p'));
    out.write(patched(before, skipped === 0 ? pieces : pieces.map(({ at, bytes }) => ({ at: at + skipped, bytes }))));
  } else {
    const start = skipped < 0 ? Math.max(0, input.length + skipped) : skipped;
    const bytes = input.subarray(start, options.get('l') === undefined ? undefined : start + Number(options.get('l')));
    out.write(
      options.has('i')
        ? included(bytes, options.get('n') ?? from, options.has('C'), Number(options.get('c') ?? 0) || 12)
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

function included(bytes: Uint8Array, name: string, capital: boolean, columns: number): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += columns)
    rows.push(`  ${Array.from(bytes.subarray(at, at + columns), (byte) => `0x${hex2(byte)}`).join(', ')}`);
  if (name === '-') return `${rows.join(',\n')}\n`;
  const plainName = name.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '__');
  const [variable, length] = capital ? [plainName.toUpperCase(), 'LEN'] : [plainName, 'len'];
  return `unsigned char ${variable}[] = {\n${rows.join(',\n')}\n};\nunsigned int ${variable}_${length} = ${bytes.length};\n`;
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
    'b c C d n: o s: v x e: f: L:: canonical=C length:=n skip:=s no-squeezing=v one-byte-octal=b one-byte-char=c two-bytes-decimal=d two-bytes-octal=o two-bytes-hex=x format:=e format-file:=f color::=L',
  );
  const asked = options.get('s') === undefined ? 0 : parseAnySize(options.get('s') ?? '0');
  const whole = await all(context, options.operands, reach(asked, options.get('n')));
  // What is to be skipped may be more than there is.
  const skip = Math.min(asked, whole.length);
  const bytes = whole.subarray(skip);
  const canonical = options.has('C') || context.name === 'hd';
  const pad = canonical ? 8 : 7;
  const written: string[] = [];
  for (const { name, value } of options.list) {
    if (name === 'e') written.push(value);
    else if (name === 'f')
      for (const line of await context.open(value).lines()) if (!/^\s*(?:#|$)/.test(line)) written.push(line);
  }
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
  else if (bytes.length > 0 || skip > 0)
    context.out.write(`${(skip + bytes.length).toString(16).padStart(pad, '0')}\n`);
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

/** The characters that `strings -e` reads: their bytes, and whether the highest comes first. */
const CHARACTERS: Readonly<Record<string, { size: number; big: boolean; most: number }>> = {
  s: { size: 1, big: false, most: 0x7e },
  S: { size: 1, big: false, most: 0xff },
  b: { size: 2, big: true, most: 0x7e },
  l: { size: 2, big: false, most: 0x7e },
  B: { size: 4, big: true, most: 0x7e },
  L: { size: 4, big: false, most: 0x7e },
};

export const strings: Command = async (context) => {
  const args = context.args.map((arg) => (/^-\d+$/.test(arg) ? `-n${arg.slice(1)}` : arg));
  const options = parseOptions(
    args,
    'a d f n: o t: e: s: w all=a data=d bytes:=n radix:=t print-file-name=f encoding:=e output-separator:=s include-all-whitespace=w',
  );
  const least = Number(options.get('n') ?? 4);
  if (!(least > 0)) throw new CommandFailure(`invalid minimum string length ${options.get('n')}`);
  const radix = { o: 8, d: 10, x: 16 }[options.get('t') ?? (options.has('o') ? 'o' : '')];
  const kind = ownValue(CHARACTERS, options.get('e') ?? 's');
  if (!kind) throw new CommandFailure(`-e ${options.get('e')} is none of s, S, b, l, B and L`);
  const isIn = (code: number): boolean =>
    code === 9 || (code >= 32 && code <= kind.most && code !== 127) || (options.has('w') && code >= 10 && code <= 13);
  return eachFile(context, options.operands, async (input, file) => {
    for (const { at, text } of textsIn(await input.bytes(), kind, isIn)) {
      if (text.length < least) continue;
      const place = radix ? `${at.toString(radix).padStart(7)} ` : '';
      const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
      context.out.write(`${options.has('f') ? `${file}: ` : ''}${place}`);
      context.out.write(bytes);
      context.out.write(options.get('s') ?? '\n');
    }
  });
};

/** The runs of characters that can be seen. */
function* textsIn(
  bytes: Uint8Array,
  { size, big }: { size: number; big: boolean },
  isIn: (code: number) => boolean,
): Generator<{ at: number; text: string }> {
  const codeAt = (at: number): number => {
    const part = bytes.subarray(at, at + size);
    return part.length < size ? -1 : (big ? part : part.slice().reverse()).reduce((made, byte) => made * 256 + byte, 0);
  };
  for (let at = 0; at < bytes.length;) {
    const start = at;
    let text = '';
    for (let code = codeAt(at); isIn(code); code = codeAt(at)) {
      text += String.fromCharCode(code);
      at += size;
    }
    if (text === '') at += 1;
    else yield { at: start, text };
  }
}
