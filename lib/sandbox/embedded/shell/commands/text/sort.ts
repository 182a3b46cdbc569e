import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { concat, encode } from '../../../../bytes-text';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import type { Output } from '../output';
import { oneOf, parseOptions } from '../options';
import { randomSource } from './random-source';
import { compareValues, manner, valuesOf, type Manner } from './sort-values';

interface Key {
  from: { field: number; char: number; blanks: boolean };
  to: { field: number; char: number; blanks: boolean } | undefined;
  manner: Manner;
  own: boolean;
}

const SPEC =
  'b d f g h i M n r R V c C k: m o: s S: t: T: u z ignore-leading-blanks=b dictionary-order=d ignore-case=f general-numeric-sort=g human-numeric-sort=h ignore-nonprinting=i month-sort=M numeric-sort=n reverse=r random-sort=R version-sort=V check=c key:=k merge=m output:=o stable=s buffer-size:=S field-separator:=t temporary-directory:=T unique=u zero-terminated=z parallel: sort: random-source: batch-size: files0-from: compress-program: debug!';

/** Bytes of a random source that `-R` begins each digest with. */
const SEED = 16;

/** The letters of orders that exclude each other; undefined if there is no conflict. */
function mixed(letters: string): string | undefined {
  const has = (letter: string) => letters.includes(letter);
  const orders = ['n', 'g', 'h', 'M'].filter(has).length + (['V', 'R', 'd', 'i'].some(has) ? 1 : 0);
  return orders > 1 ? Array.from('dfghiMnRV').filter(has).join('') : undefined;
}

const SORTS = ['general-numeric', 'human-numeric', 'month', 'numeric', 'random', 'version'] as const;

export const sort: Command = async (context) => {
  const options = parseOptions(
    withKeys(context.args).map((arg) =>
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
  const batch = options.get('batch-size');
  if (batch !== undefined && !/^\d+$/.test(batch))
    throw new CommandFailure(`invalid --batch-size argument '${batch}'`, 2);
  if (batch !== undefined && Number(batch) < 2)
    throw new CommandFailure(`invalid --batch-size argument ‘${batch}’\nsort: minimum --batch-size argument is ‘2’`, 2);
  const global = manner(letters);
  const list = options.get('files0-from');
  if (list !== undefined) {
    if (options.operands.length > 0)
      throw new UsageFailure(
        `extra operand '${options.operands[0]}'\nfile operands cannot be combined with --files0-from`,
        2,
      );
    options.operands.push(...(await listed(context, list)));
    if (options.operands.length === 0) throw new CommandFailure(`no input from '${list}'`, 2);
  }
  const separator = options.get('t')?.replace('\\0', '\0').replace('\\t', '\t');
  if (separator !== undefined && separator.length !== 1)
    throw new CommandFailure(separator === '' ? 'empty tab' : `multi-character tab ‘${separator}’`, 2);
  const keys = options.all('k').map((text) => keyOf(text, global));
  const unique = options.has('u');
  const random = await randomOrder(context, options.get('random-source'));
  const compare = comparison(keys, global, separator, unique || options.has('s'), random);
  const end = options.has('z') ? '\0' : '\n';
  const [, extra] = options.operands;
  if ((options.has('c') || options.has('C')) && extra !== undefined)
    throw new CommandFailure(`extra operand '${extra}' not allowed with -${options.has('c') ? 'c' : 'C'}`, 2);
  if (options.has('c') || options.has('C'))
    return check(context, options.operands[0] ?? '-', compare, unique, options.has('C'), end);
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

/** Writes keys in the form of old, `+1 -2`, which count from 0, as those of now. */
function withKeys(args: readonly string[]): string[] {
  const made: string[] = [];
  for (const arg of args) {
    const [, field, char = '0', letters = ''] = /^\+(\d+)(?:\.(\d+))?([bdfgiMhnRrV]*)$/.exec(arg) ?? [];
    const [, toField, toChar = '0', toLetters = ''] = /^-(\d+)(?:\.(\d+))?([bdfgiMhnRrV]*)$/.exec(arg) ?? [];
    const last = made.at(-1);
    if (field !== undefined) made.push(`-k${Number(field) + 1}.${Number(char) + 1}${letters}`);
    else if (toField !== undefined && last !== undefined && /^-k[^,]*$/.test(last))
      made[made.length - 1] = `${last},${toChar === '0' ? toField : `${Number(toField) + 1}.${toChar}`}${toLetters}`;
    else made.push(arg);
  }
  return made;
}

/** The names in a list of files. Throws a `Failure` that says that the list cannot be opened. */
async function listed(context: CommandContext, list: string): Promise<string[]> {
  try {
    return await context.open(list).lines(0);
  } catch (error) {
    if (error instanceof CommandFailure) throw new CommandFailure(`open failed: ${error.message}`, 2);
    throw error;
  }
}

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
  end: string,
): Promise<number> {
  const lines = await gather(context, [name], end);
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
  random: (text: string) => number | string,
): (a: string, b: string) => number {
  const whole = valuesOf(global);
  const parts = keys.map((key) => ({ key, read: valuesOf(key.manner) }));
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
        ? compareValues(random(String(left[at])), random(String(right[at])))
        : compareValues(left[at], right[at]);
      if (result !== 0) return order.reverse ? -result : result;
    }
    if (stable) return 0;
    const last = a < b ? -1 : a > b ? 1 : 0;
    return global.reverse ? -last : last;
  };
}

/** What `-R` sorts a text by: chance, or what the bytes of a file make of it. */
async function randomOrder(
  context: CommandContext,
  file: string | undefined,
): Promise<(text: string) => number | string> {
  const seed = file === undefined ? undefined : (await randomSource(context, file, 2)).bytes(SEED);
  const { LC_ALL, LC_COLLATE, LANG } = context.env;
  // Outside the C locale, what is compared ends with a zero.
  const end = /^(?:C|POSIX|)$/.test(LC_ALL || LC_COLLATE || LANG || '') ? '' : '\0';
  const known = new Map<string, number | string>();
  return (text) => {
    const found = known.get(text) ?? (seed ? bytesToHex(md5(concat([seed, encode(text + end)]))) : Math.random());
    known.set(text, found);
    return found;
  };
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
