import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import type { Output } from '../output';
import { oneOf, parseOptions } from '../options';

interface Manner {
  numeric: boolean;
  general: boolean;
  human: boolean;
  month: boolean;
  version: boolean;
  random: boolean;
  reverse: boolean;
  fold: boolean;
  dictionary: boolean;
  printable: boolean;
  blanks: boolean;
}

interface Key {
  from: { field: number; char: number; blanks: boolean };
  to: { field: number; char: number; blanks: boolean } | undefined;
  manner: Manner;
  own: boolean;
}

const manner = (letters: string): Manner => ({
  numeric: letters.includes('n'),
  general: letters.includes('g'),
  human: letters.includes('h'),
  month: letters.includes('M'),
  version: letters.includes('V'),
  random: letters.includes('R'),
  reverse: letters.includes('r'),
  fold: letters.includes('f'),
  dictionary: letters.includes('d'),
  printable: letters.includes('i'),
  blanks: letters.includes('b'),
});

const SPEC =
  'b d f g h i M n r R V c C k: m o: s S: t: T: u z ignore-leading-blanks=b dictionary-order=d ignore-case=f general-numeric-sort=g human-numeric-sort=h ignore-nonprinting=i month-sort=M numeric-sort=n reverse=r random-sort=R version-sort=V check=c key:=k merge=m output:=o stable=s buffer-size:=S field-separator:=t temporary-directory:=T unique=u zero-terminated=z parallel: sort: random-source:! batch-size: files0-from:! compress-program: debug!';

/** The letters of orders that exclude each other; undefined if there is no conflict. */
function mixed(letters: string): string | undefined {
  const has = (letter: string) => letters.includes(letter);
  const orders = ['n', 'g', 'h', 'M'].filter(has).length + (['V', 'R', 'd', 'i'].some(has) ? 1 : 0);
  return orders > 1 ? Array.from('dfghiMnRV').filter(has).join('') : undefined;
}

const SORTS = ['general-numeric', 'human-numeric', 'month', 'numeric', 'random', 'version'] as const;

export const sort: Command = async (context) => {
  // The obsolete form, `sort +1 -2`, is not supported.
  const options = parseOptions(
    context.args.map((arg) =>
      /^--check=(?:quiet|silent)$/.test(arg) ? '-C' : arg === '--check=diagnose-first' ? '-c' : arg,
    ),
    SPEC,
    { status: 2 },
  );
  const letters = options.list
    .map(({ name, value }) =>
      name === 'sort'
        ? ({ numeric: 'n', 'general-numeric': 'g', 'human-numeric': 'h', month: 'M', version: 'V', random: 'R' }[
            value
          ] ?? '')
        : name.length === 1
          ? name
          : '',
    )
    .join('');
  for (const value of options.all('sort')) oneOf(value, 'sort', SORTS);
  const wrong = mixed(letters);
  if (wrong !== undefined) throw new CommandFailure(`options '-${wrong}' are incompatible`, 2);
  for (const checks of ['c', 'C'])
    if (options.has(checks) && options.has('o')) throw new CommandFailure(`options '-${checks}o' are incompatible`, 2);
  const size = options.get('S');
  if (size !== undefined && !/^\d+[%bKMGTPEZY]?$/i.test(size))
    throw new CommandFailure(`invalid -S argument '${size}'`, 2);
  if (/^0+$/.test(options.get('parallel') ?? '1')) throw new CommandFailure('number in parallel must be nonzero', 2);
  const global = manner(letters);
  const separator = options.get('t')?.replace('\\0', '\0').replace('\\t', '\t');
  if (separator !== undefined && separator.length !== 1)
    throw new CommandFailure(separator === '' ? 'empty tab' : `multi-character tab ‘${separator}’`, 2);
  const keys = options.all('k').map((text) => keyOf(text, global));
  const unique = options.has('u');
  const compare = comparison(keys, global, separator, unique || options.has('s'));
  const end = options.has('z') ? '\0' : '\n';
  const [, extra] = options.operands;
  if ((options.has('c') || options.has('C')) && extra !== undefined)
    throw new CommandFailure(`extra operand '${extra}' not allowed with -${options.has('c') ? 'c' : 'C'}`, 2);
  if (options.has('c') || options.has('C'))
    return check(context, options.operands[0] ?? '-', compare, unique, options.has('C'));
  const lines = options.has('m')
    ? await merged(context, options.operands, end, compare)
    : (await gather(context, options.operands, end)).sort(compare);
  const kept = unique ? lines.filter((line, at) => at === 0 || compare(lines[at - 1] ?? '', line) !== 0) : lines;
  const name = options.get('o');
  const out = name === undefined ? context.out : created(context, name);
  for (const line of kept) await out.put(line + end);
  if (name !== undefined) await out.close();
  return 0;
};

function created(context: CommandContext, name: string): Output {
  try {
    return context.create(name);
  } catch (error) {
    if (error instanceof CommandFailure) throw new CommandFailure(`open failed: ${error.message}`, 2);
    throw error;
  }
}

/** `-m`: merges sorted files; unsorted lines stay out of order. */
async function merged(
  context: CommandContext,
  files: readonly string[],
  end: string,
  compare: (a: string, b: string) => number,
): Promise<string[]> {
  const lists: string[][] = [];
  for (const name of files.length > 0 ? files : ['-']) lists.push((await gather(context, [name], end)).reverse());
  const made: string[] = [];
  for (;;) {
    let first: string[] | undefined;
    for (const list of lists) {
      const [next, best] = [list.at(-1), first?.at(-1)];
      if (next !== undefined && (best === undefined || compare(next, best) < 0)) first = list;
    }
    const line = first?.pop();
    if (line === undefined) return made;
    made.push(line);
  }
}

async function gather(context: CommandContext, files: readonly string[], end: string): Promise<string[]> {
  const lines: string[] = [];
  for (const name of files.length > 0 ? files : ['-']) {
    try {
      for await (const { texts } of context.open(name).batches(end.charCodeAt(0)))
        for (const text of texts) lines.push(text);
    } catch (error) {
      if (error instanceof CommandFailure) throw new CommandFailure(`cannot read: ${error.message}`, 2);
      if (Object(error).code === 'EISDIR') throw new CommandFailure(`read failed: ${name}: Is a directory`, 2);
      throw error;
    }
  }
  return lines;
}

async function check(
  context: CommandContext,
  name: string,
  compare: (a: string, b: string) => number,
  unique: boolean,
  quiet: boolean,
): Promise<number> {
  const lines = await gather(context, [name], '\n');
  const at = lines.findIndex((line, index) => index > 0 && compare(lines[index - 1] ?? '', line) >= (unique ? 0 : 1));
  if (at < 0) return 0;
  return quiet ? 1 : context.fail(`${name}:${at + 1}: disorder: ${lines[at]}`);
}

function keyOf(text: string, global: Manner): Key {
  const [, field, char, letters = '', comma, toField, toChar, toLetters = ''] =
    /^(\d+)(?:\.(\d+))?([bdfgiMhnRrV]*)(?:(,)(\d+)(?:\.(\d+))?([bdfgiMhnRrV]*))?$/.exec(text) ?? [];
  if (field === undefined)
    throw new CommandFailure(`invalid number at field start: invalid count at start of ‘${text}’`, 2);
  if (field === '0') throw new CommandFailure(`field number is zero: invalid field specification ‘${text}’`, 2);
  const own = letters + toLetters !== '';
  const used = own ? manner(letters + toLetters) : global;
  return {
    from: {
      field: Number(field) - 1,
      char: Math.max(0, Number(char ?? 1) - 1),
      blanks: own ? letters.includes('b') : global.blanks,
    },
    to: comma
      ? { field: Number(toField) - 1, char: Number(toChar ?? 0), blanks: own ? toLetters.includes('b') : global.blanks }
      : undefined,
    manner: used,
    own,
  };
}

function comparison(
  keys: readonly Key[],
  global: Manner,
  separator: string | undefined,
  stable: boolean,
): (a: string, b: string) => number {
  const whole = valuesOf(global);
  const parts = keys.map((key) => ({ key, read: valuesOf(key.manner) }));
  const random = new Map<string, number>();
  const cached = new Map<string, unknown[]>();
  const valuesFor = (line: string): unknown[] => {
    let found = cached.get(line);
    if (!found) {
      found =
        parts.length > 0
          ? parts.map(({ key, read }) => read(extract(line, key, separator)))
          : [whole(global.blanks ? line.replace(/^[ \t]+/, '') : line)];
      cached.set(line, found);
    }
    return found;
  };
  const orders = parts.length > 0 ? parts.map(({ key }) => key.manner) : [global];
  return (a, b) => {
    const [left, right] = [valuesFor(a), valuesFor(b)];
    for (const [at, order] of orders.entries()) {
      const result = order.random
        ? shuffle(random, String(left[at])) - shuffle(random, String(right[at]))
        : compareValues(left[at], right[at]);
      if (result !== 0) return order.reverse ? -result : result;
    }
    if (stable) return 0;
    const last = a < b ? -1 : a > b ? 1 : 0;
    return global.reverse ? -last : last;
  };
}

function shuffle(known: Map<string, number>, text: string): number {
  const found = known.get(text) ?? Math.random();
  known.set(text, found);
  return found;
}

/** Marks the end of a text, which sorts after `~` but before everything else. */
const END = '\x02';

function compareValues(a: unknown, b: unknown): number {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
      const result = compareValues(a[at] ?? END, b[at] ?? END);
      if (result !== 0) return result;
    }
    return 0;
  }
  // Two non-numbers are both -Infinity, and their difference would be NaN.
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** The text of a key in a line. Without a separator, a field starts with the blanks before it. */
function extract(line: string, { from, to }: Key, separator: string | undefined): string {
  const starts = fieldStarts(line, separator);
  const place = (field: number, char: number, blanks: boolean): number => {
    let at = starts[field]?.start ?? line.length;
    if (blanks) while (/[ \t]/.test(line.charAt(at))) at += 1;
    return Math.min(at + char, line.length);
  };
  const start = place(from.field, from.char, from.blanks);
  if (!to) return line.slice(start);
  const end = to.char === 0 ? (starts[to.field]?.end ?? line.length) : place(to.field, to.char, to.blanks);
  return line.slice(start, end);
}

function fieldStarts(line: string, separator: string | undefined): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (separator !== undefined) {
    let at = 0;
    for (const part of line.split(separator)) {
      found.push({ start: at, end: at + part.length });
      at += part.length + 1;
    }
    return found;
  }
  for (const match of line.matchAll(/[ \t]*[^ \t]+|[ \t]+$/g))
    found.push({ start: match.index, end: match.index + match[0].length });
  return found;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

function valuesOf({
  numeric,
  general,
  human,
  month,
  version,
  fold,
  dictionary,
  printable,
}: Manner): (text: string) => unknown {
  if (numeric) return (text) => Number(/^\s*(-?\d*\.?\d*)/.exec(text)?.[1] || 0) || 0;
  if (general) return (text) => Number.parseFloat(text) || (Number.isNaN(Number.parseFloat(text)) ? -Infinity : 0);
  if (human) {
    return (text) => {
      const [, sign = '', digits = '0', unit = ''] = /^\s*(-?)(\d*\.?\d*)([KkMGTPEZY]?)/.exec(text) ?? [];
      const rank = unit === '' ? 0 : 'KMGTPEZY'.indexOf(unit.toUpperCase()) + 1;
      const negative = sign === '-' ? -1 : 1;
      return Number(digits) === 0 ? 0 : negative * (rank * 1e15 + Number(digits));
    };
  }
  if (month) return (text) => MONTHS.indexOf(text.trim().slice(0, 3).toUpperCase());
  if (version) return versionKey;
  return (text) => {
    let made = dictionary ? text.replaceAll(/[^\p{L}\p{N} \t]/gu, '') : text;
    // oxlint-disable-next-line no-control-regex
    if (printable) made = made.replaceAll(/[\x00-\x1f\x7f]/g, '');
    return fold ? made.toUpperCase() : made;
  };
}

/** Compares names by their versions, as in `sort -V` and `ls -v`: hidden files first, extensions last. */
export const versionOrder = (a: string, b: string): number => compareValues(versionKey(a), versionKey(b));

const versionKey = (text: string): unknown[] => [
  text.startsWith('.') ? 0 : 1,
  versionParts(text.replace(/(?:\.[A-Za-z~][A-Za-z\d~]*)*$/, '') || text),
  versionParts(text),
];

/** Digits sort by value, letters before other characters, `~` before the end. */
function versionParts(text: string): (string | number)[] {
  const parts: (string | number)[] = [];
  for (const [piece] of text.matchAll(/\d+|\D+/g)) {
    if (/^\d/.test(piece)) {
      if (parts.length % 2 === 0) parts.push(END);
      parts.push(Number(piece));
    } else
      parts.push(
        Array.from(piece)
          .map((char) => (char === '~' ? '\x01' : /[A-Za-z]/.test(char) ? char : `\x7f${char}`))
          .join('') + END,
      );
  }
  return parts;
}

export const uniq: Command = async (context) => {
  const args = context.args.map((arg) => (/^-\d+$/.test(arg) ? `-f${arg.slice(1)}` : arg));
  const options = parseOptions(
    args,
    'c d D f: i s: u w: z all-repeated::=D group:: count=c repeated=d skip-fields:=f ignore-case=i skip-chars:=s unique=u check-chars:=w zero-terminated=z',
  );
  const [from = '-', to, extra] = options.operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  if (options.has('c') && options.has('D'))
    throw new UsageFailure('printing all duplicated lines and repeat counts is meaningless');
  const end = options.has('z') ? '\0' : '\n';
  const keyFor = uniqueKey(options);
  const out = to === undefined ? context.out : context.create(to);
  const lines = await context.open(from).lines(end.charCodeAt(0));
  // Blank lines go between groups, or before or after each.
  const group = options.has('group') ? options.get('group') || 'separate' : options.get('D');
  if (options.has('group') && ['c', 'd', 'D', 'u'].some((name) => options.has(name)))
    throw new CommandFailure("--group is mutually exclusive with -c/-d/-D/-u\nTry 'uniq --help' for more information.");
  let groups = 0;
  for (let at = 0; at < lines.length;) {
    const first = lines[at] ?? '';
    const key = keyFor(first);
    let next = at + 1;
    while (next < lines.length && keyFor(lines[next] ?? '') === key) next += 1;
    const count = next - at;
    const shown = (!options.has('d') || count > 1) && (!options.has('u') || count === 1);
    if (options.has('D') || options.has('group')) {
      if (count > 1 || options.has('group')) {
        if (group === 'prepend' || group === 'both' || (group === 'separate' && groups > 0)) await out.put(end);
        for (const line of lines.slice(at, next)) await out.put(line + end);
        if (group === 'append') await out.put(end);
        groups += 1;
      }
    } else if (shown) await out.put((options.has('c') ? `${String(count).padStart(7)} ` : '') + first + end);
    at = next;
  }
  if (group === 'both' && groups > 0) await out.put(end);
  if (to !== undefined) await out.close();
  return 0;
};

function uniqueKey(options: ReturnType<typeof parseOptions>): (line: string) => string {
  const [fields = 0, skip = 0, width] = (
    [
      ['f', 'number of fields to skip'],
      ['s', 'number of bytes to skip'],
      ['w', 'number of bytes to compare'],
    ] as const
  ).map(([name, what]) => {
    const text = options.get(name);
    if (text !== undefined && !/^\+?\d+$/.test(text)) throw new CommandFailure(`${text}: invalid ${what}`);
    return text === undefined ? undefined : Number(text);
  });
  return (line) => {
    let key = line;
    for (let left = fields; left > 0; left -= 1) key = key.replace(/^[ \t]*[^ \t]*/, '');
    key = key.slice(skip, width === undefined ? undefined : skip + width);
    return options.has('i') ? key.toLowerCase() : key;
  };
}
