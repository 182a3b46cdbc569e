import { CommandFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';

/** The words to work on: what was given, or each line of the input. */
const wordsOf = async (context: CommandContext, operands: readonly string[]): Promise<string[]> =>
  operands.length > 0 ? [...operands] : (await context.in.text()).split(/\s+/).filter(Boolean);

/** The prime factors of each number. */
export const factor: Command = async (context) => {
  const { operands } = parseOptions(context.args, 'h exponents=h');
  let status = 0;
  for (const word of await wordsOf(context, operands)) {
    if (!/^\+?\d+$/.test(word)) {
      status = await context.fail(`‘${word}’ is not a valid positive integer`);
      continue;
    }
    const number = BigInt(word.replace('+', ''));
    if (number > 2n ** 53n) throw new CommandFailure(`${word}: numbers above 2^53 are too large here; use node`);
    context.out.write(`${[`${number}:`, ...primeFactors(Number(number))].join(' ')}\n`);
    await context.out.flush();
  }
  return status;
};

function primeFactors(number: number): number[] {
  const found: number[] = [];
  let left = number;
  for (let by = 2; by * by <= left; by += by === 2 ? 1 : 2) {
    for (; left % by === 0; left /= by) found.push(by);
  }
  return left > 1 ? [...found, left] : found;
}

const SUFFIXES = 'KMGTPEZY';
const SPEC =
  'd: z! header:: from: to: from-unit: to-unit: field: format: grouping padding: round: suffix: invalid:! delimiter:=d zero-terminated=z';

/** Numbers with suffixes, and without. */
export const numfmt: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  for (const name of ['format', 'round', 'from-unit', 'to-unit'])
    if (options.has(name)) throw new CommandFailure(`--${name} is not here; use printf or awk`, 2);
  const field = Number(options.get('field') ?? 1);
  const delimiter = options.get('d');
  const lines = options.operands.length > 0 ? options.operands : await context.in.lines();
  const header = options.has('header') ? Number(options.get('header') || 1) : 0;
  for (const [at, line] of lines.entries()) {
    const parts = delimiter === undefined ? line.split(/(?<=\S)(?=\s)/) : line.split(delimiter);
    const text = parts[field - 1];
    if (at >= header && text !== undefined) {
      const made = converted(text.trim(), options);
      const wide = options.get('padding') ?? (delimiter === undefined && field > 1 ? String(text.length) : '0');
      parts[field - 1] = wide.startsWith('-') ? made.padEnd(-Number(wide)) : made.padStart(Number(wide));
    }
    context.out.write(`${parts.join(delimiter ?? '')}\n`);
  }
  return 0;
};

function converted(text: string, options: ParsedOptions): string {
  const suffix = options.get('suffix') ?? '';
  const plain = suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
  const number = readNumber(plain, options.get('from') ?? 'none');
  return written(number, options.get('to') ?? 'none') + suffix;
}

function readNumber(text: string, from: string): number {
  const [, digits, letter = '', binary = ''] = /^([-+]?\d*\.?\d+)([KMGTPEZY]?)(i?)$/.exec(text) ?? [];
  if (digits === undefined) throw new CommandFailure(`invalid number: ‘${text}’`, 2);
  if (letter === '') return Number(digits);
  if (from === 'none') throw new CommandFailure(`rejecting suffix in input: ‘${text}’ (consider using --from)`, 2);
  const base = from === 'si' || (from === 'auto' && binary === '') ? 1000 : 1024;
  return Number(digits) * base ** (SUFFIXES.indexOf(letter.toUpperCase()) + 1);
}

/** With one digit behind the point below 10, rounded away from zero. */
function written(number: number, to: string): string {
  if (to === 'none') return String(number);
  const base = to === 'si' ? 1000 : 1024;
  let size = Math.abs(number);
  let power = 0;
  for (; size >= base && power < SUFFIXES.length; power += 1) size /= base;
  const away = (value: number, digits: number) => Math.ceil(Number((value * 10 ** digits).toFixed(6))) / 10 ** digits;
  let shown = size < 10 && power > 0 ? away(size, 1) : away(size, 0);
  if (shown >= base) {
    shown /= base;
    power += 1;
  }
  const unit = power === 0 ? '' : `${SUFFIXES.charAt(power - 1)}${to === 'iec-i' ? 'i' : ''}`;
  return `${number < 0 ? '-' : ''}${power > 0 && shown < 10 ? shown.toFixed(1) : String(shown)}${unit}`;
}

/** Words in an order in which each first of a pair stands before its second. */
export const tsort: Command = async (context) => {
  const { operands } = parseOptions(context.args, '');
  const text = operands[0] === undefined ? await context.in.text() : await context.open(operands[0]).text();
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length % 2 === 1) throw new CommandFailure(`${operands[0] ?? '-'}: input contains an odd number of tokens`);
  const after = new Map<string, string[]>(words.map((word) => [word, []]));
  const before = new Map(words.map((word) => [word, 0]));
  for (let at = 0; at < words.length; at += 2) {
    const [first = '', second = ''] = words.slice(at, at + 2);
    if (first === second) continue;
    after.get(first)?.unshift(second);
    before.set(second, (before.get(second) ?? 0) + 1);
  }
  const ready = [...before.keys()].filter((word) => before.get(word) === 0).sort();
  for (let word = ready.shift(); word !== undefined; word = ready.shift()) {
    context.out.write(`${word}\n`);
    before.delete(word);
    for (const next of after.get(word) ?? []) {
      const left = (before.get(next) ?? 0) - 1;
      before.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  if (before.size === 0) return 0;
  await context.fail(`${operands[0] ?? '-'}: input contains a loop:`);
  for (const word of before.keys()) context.out.write(`${word}\n`);
  return 1;
};
