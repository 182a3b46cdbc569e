import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { oneOf, parseOptions } from '../options';

const SUFFIXES = 'KMGTPEZY';
const SPEC =
  'd: z header:: from: to: from-unit: to-unit: field: format: grouping padding: round: suffix: invalid: debug delimiter:=d zero-terminated=z';
const TARGETS = ['none', 'si', 'iec', 'iec-i'] as const;
const SCALES = ['none', 'auto', 'si', 'iec', 'iec-i'] as const;

/** Removes errors of floating point beyond the 14th digit before rounding. */
const exact = (value: number): number => Number(value.toPrecision(14));
const ROUNDED = {
  up: (value: number) => Math.ceil(exact(value)),
  down: (value: number) => Math.floor(exact(value)),
  'from-zero': (value: number) => Math.sign(value) * Math.ceil(exact(Math.abs(value))),
  'towards-zero': (value: number) => Math.trunc(exact(value)),
  nearest: (value: number) => Math.sign(value) * Math.round(exact(Math.abs(value))),
};
const STYLES = ['up', 'down', 'from-zero', 'towards-zero', 'nearest'] as const;

interface Style {
  from: (typeof SCALES)[number];
  to: (typeof TARGETS)[number];
  fromUnit: number;
  toUnit: number;
  round: (value: number) => number;
  suffix: string;
  /** Minimum width, negative to align left; undefined to keep the field's position. */
  padding: number | undefined;
  digits: number | undefined;
  zeros: number;
  before: string;
  after: string;
}

/** `numfmt`: converts numbers to and from suffixes. */
export const numfmt: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const delimiter = options.get('d');
  const style: Style = {
    from: oneOf(options.get('from') ?? 'none', 'from', SCALES),
    to: oneOf(options.get('to') ?? 'none', 'to', TARGETS),
    fromUnit: unitOf(options.get('from-unit') ?? '1'),
    toUnit: unitOf(options.get('to-unit') ?? '1'),
    round: ROUNDED[oneOf(options.get('round') ?? 'from-zero', 'round', STYLES)],
    suffix: options.get('suffix') ?? '',
    padding: options.has('padding') ? paddingOf(options.get('padding') ?? '') : delimiter === undefined ? undefined : 0,
    ...formatOf(options.get('format')),
  };
  if (options.has('grouping') && style.to !== 'none')
    throw new CommandFailure('--grouping cannot be combined with --to');
  const invalid = oneOf(options.get('invalid') ?? 'abort', 'invalid', ['abort', 'fail', 'warn', 'ignore']);
  const picks = fieldsOf(options.get('field') ?? '1');
  const end = options.has('z') ? '\0' : '\n';
  const given = options.operands.length > 0;
  const lines = given ? options.operands : await context.in.lines(end.charCodeAt(0));
  const header = options.has('header') && !given ? Number(options.get('header') || 1) : 0;
  let status = 0;
  for (const [at, line] of lines.entries()) {
    if (at < header) {
      context.out.write(line + end);
      continue;
    }
    const parts = delimiter === undefined ? line.split(/(?<=\S)[ \t]/) : line.split(delimiter);
    for (const [index, text] of parts.entries()) {
      if (!picks(index + 1)) continue;
      try {
        parts[index] = converted(text, index, style);
      } catch (error) {
        if (!(error instanceof CommandFailure) || invalid === 'abort') throw error;
        if (invalid !== 'ignore') await told(context, error);
        if (invalid === 'fail') status = 2;
      }
    }
    context.out.write(parts.join(delimiter ?? ' ') + end);
  }
  return status;
};

const told = (context: CommandContext, error: CommandFailure): Promise<number> => context.fail(error.message);

function converted(field: string, index: number, style: Style): string {
  const text = field.trimStart();
  const wide = style.padding ?? (text.length < field.length || index > 0 ? field.length : 0);
  const plain = style.suffix !== '' && text.endsWith(style.suffix) ? text.slice(0, -style.suffix.length) : text;
  const { value, digits } = readNumber(plain, style.from);
  const made = written((value * style.fromUnit) / style.toUnit, style.digits ?? digits, style) + style.suffix;
  return style.before + (wide < 0 ? made.padEnd(-wide) : made.padStart(wide)) + style.after;
}

function readNumber(text: string, from: Style['from']): { value: number; digits: number } {
  const fail = (message: string) => new CommandFailure(message, 2);
  const [, number, decimals = '', blanks = '', rest = ''] = /^(-?\d*(?:\.(\d*))?)([ \t]*)(.*)$/s.exec(text) ?? [];
  if (number === undefined || !/\d/.test(number) || number.endsWith('.')) throw fail(`invalid number: ‘${text}’`);
  if (rest === '' && blanks === '') return { value: Number(number), digits: decimals.length };
  const letter = rest.charAt(0);
  const power = letter === '' ? 0 : SUFFIXES.indexOf(letter) + 1;
  if (power === 0) throw fail(`invalid suffix in input: ‘${text}’`);
  if (from === 'none') throw fail(`rejecting suffix in input: ‘${text}’ (consider using --from)`);
  const binary = rest.charAt(1) === 'i';
  if (from === 'iec-i' && !binary) throw fail(`missing 'i' suffix in input: ‘${text}’ (e.g Ki/Mi/Gi)`);
  const taken = binary && (from === 'auto' || from === 'iec-i') ? 2 : 1;
  if (rest.length > taken) throw fail(`invalid suffix in input ‘${text}’: ‘${rest.slice(taken)}’`);
  const base = from === 'si' || (from === 'auto' && !binary) ? 1000 : 1024;
  return { value: Number(number) * base ** power, digits: 0 };
}

function written(number: number, digits: number, { to, round, zeros, digits: asked }: Style): string {
  if (to === 'none') return (round(number * 10 ** digits) / 10 ** digits).toFixed(digits).padStart(zeros, '0');
  const base = to === 'si' ? 1000 : 1024;
  let [value, power] = [number, 0];
  for (; Math.abs(value) >= base && power < SUFFIXES.length; power += 1) value /= base;
  const places = asked === undefined ? (Math.abs(value) < 10 ? 1 : 0) : Math.min(power * 3, asked);
  value = round(value * 10 ** places) / 10 ** places;
  if (Math.abs(value) >= base) {
    value /= base;
    power += 1;
  }
  const shown = asked ?? (value !== 0 && Math.abs(value) < 10 && power > 0 ? 1 : 0);
  const unit = power === 0 ? '' : `${SUFFIXES.charAt(power - 1)}${to === 'iec-i' ? 'i' : ''}`;
  return value.toFixed(shown).padStart(zeros, '0') + unit;
}

/** Parses `512`, `K` (1000) or `4Ki` (4096). */
function unitOf(text: string): number {
  const [, digits = '', letter = '', binary = ''] = /^(\d*)([KMGTPEZY]?)(i?)$/.exec(text) ?? [];
  const size = Number(digits || 1) * (binary ? 1024 : 1000) ** (letter === '' ? 0 : SUFFIXES.indexOf(letter) + 1);
  if (digits + letter === '' || size === 0) throw new CommandFailure(`invalid unit size: ‘${text}’`);
  return size;
}

function paddingOf(text: string): number {
  const width = Number(text);
  if (!Number.isInteger(width) || width === 0) throw new CommandFailure(`invalid padding value ‘${text}’`);
  return width;
}

/** The settings in a format such as `%010.2f`, with the text around it. */
function formatOf(format: string | undefined): Pick<Style, 'digits' | 'zeros' | 'before' | 'after'> & {
  padding?: number;
} {
  if (format === undefined) return { digits: undefined, zeros: 0, before: '', after: '' };
  const [, before = '', flags = '', width = '', digits, after = ''] =
    /^((?:[^%]|%%)*)%([ '0]*)(-?\d*)(?:\.(\d*))?f((?:[^%]|%%)*)$/.exec(format) ?? [];
  if (!/^(?:[^%]|%%)*%[ '0]*-?\d*(?:\.\d*)?f(?:[^%]|%%)*$/.test(format))
    throw new CommandFailure(
      /^(?:[^%]|%%)*$/.test(format)
        ? `format ‘${format}’ has no % directive`
        : `invalid format ‘${format}’, directive must be %[0]['][-][N][.][N]f`,
    );
  const wide = Number(width || 0);
  return {
    digits: digits === undefined ? undefined : Number(digits),
    zeros: flags.includes('0') ? wide : 0,
    before,
    after,
    ...(wide !== 0 && !flags.includes('0') && { padding: wide }),
  };
}

/** Parses a list such as `1,3-5,7-`, or `-` for all, to a test of a position, counted from 1. */
function fieldsOf(text: string): (at: number) => boolean {
  const all = text.split(/[, ]/).map((part) => {
    const [, from, dash, to] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
    if (from === undefined || (from === '' && dash === '')) throw new UsageFailure(`invalid field value ‘${part}’`);
    if (from === '0') throw new UsageFailure('fields are numbered from 1');
    return { from: Number(from || 1), to: dash ? Number(to || Infinity) : Number(from) };
  });
  return (at) => all.some(({ from, to }) => at >= from && at <= to);
}
