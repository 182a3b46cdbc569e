import { encode } from '../../../../bytes-text';
import { CommandFailure, quoted, UsageFailure, type Command, type CommandContext } from '../context';
import { eachFile } from '../each-file';
import { float } from '../../builtins/format';
import { numberOf, parseOptions } from '../options';
import { randomSource, type RandomSource } from './random-source';

export const paste: Command = async (context) => {
  const options = parseOptions(context.args, 'd: s z delimiters:=d serial=s zero-terminated=z');
  const list = options.get('d') ?? '\t';
  if (/^(?:[^\\]|\\.)*\\$/s.test(list))
    throw new CommandFailure(`delimiter list ends with an unescaped backslash: ${list}`);
  const given = list.replaceAll(
    /\\(.)/g,
    (_, char: string) => ({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' })[char] ?? char,
  );
  const delimiters = Array.from(given, (char) => (char === '\0' ? '' : char));
  const between = (at: number) => delimiters[at % Math.max(1, delimiters.length)] ?? '';
  const end = options.has('z') ? '\0' : '\n';
  const names = options.operands.length > 0 ? options.operands : ['-'];
  const joined = (parts: readonly string[]) =>
    parts.reduce((text, part, at) => (at === 0 ? part : text + between(at - 1) + part), '');
  const inputs = new Map<string, string[]>();
  for (const name of names)
    if (!inputs.has(name)) inputs.set(name, await context.open(name).lines(options.has('z') ? 0 : 10));
  if (options.has('s')) {
    // Standard input is at its end where it is named once more.
    for (const [at, name] of names.entries())
      context.out.write(joined(name === '-' && names.indexOf(name) < at ? [] : (inputs.get(name) ?? [])) + end);
    return 0;
  }
  const columns = names.map((name) => {
    const lines = inputs.get(name) ?? [];
    return name === '-' ? () => lines.shift() : iterate(lines);
  });
  for (;;) {
    const row = columns.map((next) => next());
    if (row.every((part) => part === undefined)) return 0;
    context.out.write(joined(row.map((part) => part ?? '')) + end);
  }
};

function iterate(lines: readonly string[]): () => string | undefined {
  let at = 0;
  return () => lines[at++];
}

export const fold: Command = async (context) => {
  const args = context.args.map((arg) => (/^-\d+$/.test(arg) ? `-w${arg.slice(1)}` : arg));
  const options = parseOptions(args, 'b s w: bytes=b spaces=s width:=w');
  const width = numberOf(options.get('w') ?? '80', 'number of columns', 1);
  return eachFile(context, options.operands, async (input) => {
    // A line may have no end: what is whole of it goes out as it arrives.
    let line = '';
    for (let next = await input.read(); next; next = await input.read()) {
      const texts = latinOf(next).split('\n');
      for (const [index, text] of texts.entries()) {
        const lines = folded(line + text, width, options.has('s'), options.has('b'));
        const ended = index < texts.length - 1;
        line = ended ? '' : (lines.pop() ?? '');
        for (const one of lines) context.out.write(bytesOfLatin(`${one}\n`));
      }
      await context.out.flush();
    }
    context.out.write(bytesOfLatin(line));
  });
};

const latinOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const bytesOfLatin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** Folds a line of bytes, of which each is a column, as it is for `fold`: it may split a character. `flat`: a tab is one, too. */
function folded(text: string, width: number, spaces: boolean, flat: boolean): string[] {
  const lines: string[] = [];
  let [start, column] = [0, 0];
  const after = (at: number) => {
    if (flat) return column + 1;
    if (text[at] === '\b') return Math.max(0, column - 1);
    if (text[at] === '\r') return 0;
    return column + (text[at] === '\t' ? 8 - (column % 8) : 1);
  };
  for (let at = 0; at < text.length; at += 1) {
    if (after(at) > width && at > start) {
      const blank = spaces ? Math.max(text.lastIndexOf(' ', at - 1), text.lastIndexOf('\t', at - 1)) : -1;
      const from = start;
      start = blank >= start ? blank + 1 : at;
      lines.push(text.slice(from, start));
      column = 0;
      for (let again = start; again < at; again += 1) column = after(again);
    }
    column = after(at);
  }
  return [...lines, text.slice(start)];
}

export const expand: Command = async (context) => {
  const options = parseOptions(context.args.map(tabsAsOption), 'i t: initial=i tabs:=t');
  const stops = tabStops(options.get('t'));
  return eachFile(context, options.operands, async (input) => {
    for await (const { texts, whole } of input.batches()) {
      for (const [index, text] of texts.entries())
        context.out.write(untabbed(text, stops, options.has('i')) + (whole || index < texts.length - 1 ? '\n' : ''));
    }
  });
};

/** The old form `-4` or `-2,5` of `-t`. */
const tabsAsOption = (arg: string): string => (/^-\d[\d,]*$/.test(arg) ? `-t${arg.slice(1)}` : arg);

/** The columns that a character counts for: its bytes. */
const bytesIn = (char: string): number => (char < '\x80' ? 1 : encode(char).length);

/** The next tab stop after a column; undefined after the last one. */
const tabStops = (text: string | undefined): ((column: number) => number | undefined) => {
  const words = (text || '8').split(/[ ,]+/).filter(Boolean);
  // The last may repeat: `/8` at its multiples, `+8` from the stop before it on.
  const [, kind, every = ''] = /^([/+])(\d+)$/.exec(words.at(-1) ?? '') ?? [];
  const stops = (kind === undefined ? words : words.slice(0, -1)).map(Number);
  const wrong = words.find((word, at) => !/^\d+$/.test(word) && !(kind && at === words.length - 1));
  if (wrong !== undefined)
    throw new CommandFailure(`tab size contains invalid character(s): ‘${wrong.replace(/^\d+/, '')}’`);
  const large = words.find((word) => Number(word) > Number.MAX_SAFE_INTEGER);
  if (large !== undefined) throw new CommandFailure(`tab stop is too large ${quoted(large)}`);
  if (stops.includes(0)) throw new CommandFailure('tab size cannot be 0');
  if (stops.some((stop, at) => stop <= (stops[at - 1] ?? 0))) throw new CommandFailure('tab sizes must be ascending');
  const [only = 8] = stops;
  if (stops.length === 1 && kind === undefined) return (column) => column + only - (column % only);
  const [step, from] = [Number(every), kind === '+' ? (stops.at(-1) ?? 0) : 0];
  const repeated = (column: number) => (step > 0 ? column + step - ((column - from) % step) : undefined);
  return (column) => stops.find((stop) => stop > column) ?? repeated(column);
};

function untabbed(text: string, next: (column: number) => number | undefined, initial: boolean): string {
  let made = '';
  let column = 0;
  let leading = true;
  for (const char of text) {
    if (char === '\t' && (leading || !initial)) {
      const to = next(column) ?? column + 1;
      made += ' '.repeat(to - column);
      column = to;
    } else {
      if (char !== ' ') leading = false;
      made += char;
      column =
        char === '\b' ? Math.max(0, column - 1) : char === '\t' ? (next(column) ?? column + 1) : column + bytesIn(char);
    }
  }
  return made;
}

export const unexpand: Command = async (context) => {
  const options = parseOptions(context.args.map(tabsAsOption), 'a t: first-only all=a tabs:=t');
  const isOld = context.args.some((arg) => tabsAsOption(arg) !== arg);
  const next = tabStops(options.get('t'));
  const everywhere = (options.has('a') || (options.has('t') && !isOld)) && !options.has('first-only');
  return eachFile(context, options.operands, async (input) => {
    for await (const { texts, whole } of input.batches()) {
      for (const [index, text] of texts.entries())
        context.out.write(tabbed(text, next, everywhere) + (whole || index < texts.length - 1 ? '\n' : ''));
    }
  });
};

function tabbed(text: string, next: (column: number) => number | undefined, everywhere: boolean): string {
  let made = '';
  let pending = '';
  let column = 0;
  let leading = true;
  for (const char of text) {
    const stop = next(column);
    if ((char === ' ' || char === '\t') && (leading || everywhere) && stop !== undefined) {
      pending += char;
      column = char === '\t' ? stop : column + 1;
      if (char === '\t' || (column === stop && pending.length > 1)) {
        made += '\t';
        pending = '';
      }
    } else {
      made += pending + char;
      pending = '';
      leading = false;
      column += bytesIn(char);
    }
  }
  return made + pending;
}

export const seq: Command = async (context) => {
  const args = [...context.args];
  const at = args.findIndex((arg) => /^[-+]?(?:[.\d]|inf)/i.test(arg));
  const options = parseOptions(
    at < 0 || args.slice(0, at).includes('--') ? args : [...args.slice(0, at), '--', ...args.slice(at)],
    'f: s: w format:=f separator:=s equal-width=w',
    { stopAtOperand: true },
  );
  const { operands } = options;
  if (operands.length === 0) return context.fail("missing operand\nTry 'seq --help' for more information.");
  if (operands.length > 3)
    return context.fail(`extra operand ‘${operands[3]}’\nTry 'seq --help' for more information.`);
  const texts =
    operands.length === 1
      ? ['1', '1', operands[0]]
      : operands.length === 2
        ? [operands[0], '1', operands[1]]
        : operands;
  const [first = 0, step = 1, last = 0] = texts.map((text = '') => {
    const [, sign = '', infinite] = /^([-+]?)(inf(?:inity)?)$/i.exec(text) ?? [];
    const value = infinite === undefined ? Number(text) : sign === '-' ? -Infinity : Infinity;
    if (text === '' || Number.isNaN(value))
      throw new CommandFailure(`invalid floating point argument: ‘${text}’\nTry 'seq --help' for more information.`);
    return value;
  });
  if (step === 0)
    return context.fail(`invalid Zero increment value: ‘${texts[1]}’\nTry 'seq --help' for more information.`);
  const whole = texts.every((text = '') => /^\+?\d+$/.test(text)) && !options.has('f') && !options.has('w');
  if (whole && last > Number.MAX_SAFE_INTEGER) {
    const [from = 0n, by = 1n, to = 0n] = texts.map((text = '') => BigInt(text.replace('+', '')));
    const between = options.get('s') ?? '\n';
    for (let value = from; value <= to; value += by) await context.out.put((value === from ? '' : between) + value);
    if (from <= to) context.out.write('\n');
    return 0;
  }
  const places = Math.max(...texts.slice(0, 2).map((text = '') => decimalsOf(text)));
  const plain = (value: number) => (Object.is(value, -0) ? '-' : '') + value.toFixed(places);
  const width = options.has('w') ? Math.max(...[texts[0], texts[2]].map((text) => widthAs(text, places))) : 0;
  const format = options.get('f');
  if (format !== undefined) checkFormat(format);
  const separator = options.get('s') ?? '\n';
  const count = Math.floor((last - first) / step + 1e-9);
  for (let index = 0; index <= count; index += 1) {
    const value = first + index * step;
    const shown = format === undefined ? padded(plain(value), width) : formatted(format, value);
    await context.out.put(index === 0 ? shown : separator + shown);
  }
  if (count >= 0) context.out.write('\n');
  return 0;
};

/** How many decimals a number has as it is written: `1.25e1` has one. */
function decimalsOf(text: string): number {
  const [, digits = '', exponent = '0'] = /^[-+]?\d*(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  return Math.max(0, digits.length - Number(exponent));
}

/** The width of a number as given, with that many decimals. */
const widthAs = (text = '', places: number): number =>
  (/^[-+]?(\d*)/.exec(text)?.[1] || '0').length + (text.startsWith('-') ? 1 : 0) + (places > 0 ? places + 1 : 0);

const padded = (text: string, width: number): string =>
  text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0');

/** Throws `Failure` unless the format has exactly one directive, for a number. */
function checkFormat(format: string): void {
  const found = [...format.replaceAll('%%', '').matchAll(/%[-+ 0#']*\d*(?:\.\d*)?(.?)/g)];
  const wrong = found.find(([, letter = '']) => !/[aefgAEFG]/.test(letter));
  if (wrong) throw new CommandFailure(`format ‘${format}’ has unknown %${wrong[1] ?? ''} directive`);
  if (found.length === 0) throw new CommandFailure(`format ‘${format}’ has no % directive`);
  if (found.length > 1) throw new CommandFailure(`format ‘${format}’ has too many % directives`);
}

const formatted = (format: string, value: number): string =>
  format
    .replace(
      /%([-+ 0#']*)(\d*)(?:\.(\d+))?([efgEFG])/,
      (_, flags: string, width: string, exact: string | undefined, letter: string) => {
        const text = float(value, letter, flags, exact === undefined ? 6 : Number(exact));
        return flags.includes('-')
          ? text.padEnd(Number(width))
          : flags.includes('0')
            ? padded(text, Number(width))
            : text.padStart(Number(width));
      },
    )
    .replaceAll('%%', '%');

export const yes: Command = async (context) => {
  const { operands } = parseOptions(context.args, '', { stopAtOperand: true });
  const line = encode(`${operands.length > 0 ? operands.join(' ') : 'y'}\n`);
  const many = new Uint8Array(Math.max(1, Math.floor(32_768 / line.length)) * line.length);
  for (let at = 0; at < many.length; at += line.length) many.set(line, at);
  for (;;) {
    context.out.write(many);
    await context.out.flush();
  }
};

export const shuf: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'e i: n: o: r z echo=e input-range:=i head-count:=n output:=o repeat=r random-source: zero-terminated=z',
  );
  const counts = options.all('n').map((text) => numberOf(text, 'line count'));
  const wanted = counts.length === 0 ? undefined : Math.min(...counts);
  const extra = options.has('e') ? undefined : options.operands[options.has('i') ? 0 : 1];
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  if (options.all('i').length > 1) throw new CommandFailure('multiple -i options specified');
  if (options.has('e') && options.has('i')) throw new UsageFailure('cannot combine -e and -i options');
  const random = await randomSource(context, options.get('random-source'));
  const all = await shuffled(context, options);
  const piped = options.operands.length === 0 && context.fds.get(0)?.about.path === undefined;
  const sampled = wanted !== undefined && !['e', 'i', 'r'].some((name) => options.has(name)) && piped;
  const lines = sampled ? sample(all, wanted, random) : all;
  if (options.has('r') && lines.length === 0 && wanted !== 0) throw new CommandFailure('no lines to repeat');
  const most = wanted ?? (options.has('r') ? Infinity : lines.length);
  const out = options.get('o') === undefined ? context.out : context.create(options.get('o') ?? '');
  const end = options.has('z') ? '\0' : '\n';
  // The whole order is chosen first: a source that is too short for it gives none.
  const count = options.has('r') ? 0 : Math.min(most, lines.length);
  for (let at = 0; at < count; at += 1) {
    const from = at + random.choose(lines.length - at);
    [lines[at], lines[from]] = [lines[from] ?? '', lines[at] ?? ''];
  }
  for (let at = 0; at < (options.has('r') ? most : count) && lines.length > 0; at += 1) {
    const chosen = lines[options.has('r') ? random.choose(lines.length) : at];
    await out.put(`${chosen}${end}`);
  }
  if (out !== context.out) await out.close();
  return 0;
};

/** Some of the lines of a pipe, chosen while they come in, as GNU does it. */
function sample(lines: readonly string[], count: number, random: RandomSource): string[] {
  const kept = lines.slice(0, count);
  for (const [at, line] of lines.entries()) {
    if (at < count) continue;
    const place = random.choose(at + 1);
    if (place < count) kept[place] = line;
  }
  // The place of the next line is chosen before it is known that there is none.
  if (lines.length >= count) random.choose(lines.length + 1);
  return kept;
}

async function shuffled(context: CommandContext, options: ReturnType<typeof parseOptions>): Promise<string[]> {
  const range = options.get('i');
  if (options.has('e')) return [...options.operands];
  if (range === undefined) return context.open(options.operands[0] ?? '-').lines(options.has('z') ? 0 : 10);
  const [, low, high] = /^(\d+)-(\d+)$/.exec(range) ?? [];
  if (low === undefined || high === undefined || Number(high) + 1 < Number(low))
    throw new CommandFailure(`invalid input range: ‘${range}’`);
  return Array.from({ length: Number(high) - Number(low) + 1 }, (_, at) => String(Number(low) + at));
}
