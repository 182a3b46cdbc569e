import { CommandFailure, UsageFailure } from './context';

/**
 * Arguments parsed by a spec, a list of words. `a b:` are letters: one with a colon takes a value, one with two
 * an optional attached value. `all=a` is the long form of a letter, `color::` a long option of its own with an
 * optional value, and `endian:!` a GNU option that is not supported; using it is an error.
 */
export interface ParsedOptions {
  /** The options in the order given, each by its letter or long name. */
  readonly list: readonly { name: string; value: string }[];
  readonly operands: string[];
  /** For each operand, the number of options before it. */
  readonly before: readonly number[];
  has(name: string): boolean;
  /** The last value of an option. */
  get(name: string): string | undefined;
  all(name: string): string[];
}

interface Spec {
  takes: Map<string, 'no' | 'yes' | 'may'>;
  same: Map<string, string>;
  longs: string[];
  absent: Set<string>;
  /** Long forms whose value is optional, although their letter takes one always or never. */
  mayTake: Set<string>;
}

const specs = new Map<string, Spec>();

function specOf(text: string): Spec {
  const known = specs.get(text);
  if (known) return known;
  const spec: Spec = { takes: new Map(), same: new Map(), longs: [], absent: new Set(), mayTake: new Set() };
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const [, name = '', colons = '', absent, target] = /^([^:=!]+)(:{0,2})(!?)(?:=(.+))?$/.exec(word) ?? [];
    if (name.length > 1) spec.longs.push(name);
    if (absent) spec.absent.add(name);
    if (target) {
      spec.same.set(name, target);
      if (colons === '::') spec.mayTake.add(name);
    } else spec.takes.set(name, colons === '' ? 'no' : colons === ':' ? 'yes' : 'may');
  }
  specs.set(text, spec);
  return spec;
}

/** Parses arguments as GNU getopt does: options may appear anywhere before `--`. Throws `Failure`. */
export function parseOptions(
  args: readonly string[],
  text: string,
  {
    stopAtOperand = false,
    status = 1,
    numbers = false,
    onWrong,
  }: {
    stopAtOperand?: boolean;
    status?: number;
    numbers?: boolean;
    /** Takes what is wrong with an option, which is left out then. */
    onWrong?: (failure: UsageFailure) => void;
  } = {},
): ParsedOptions {
  const spec = specOf(text);
  const list: { name: string; value: string }[] = [];
  const operands: string[] = [];
  const before: number[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      operands.push(...rest);
      break;
    }
    if (numbers && /^-\d+$/.test(word)) list.push({ name: '#', value: word.slice(1) });
    else if (word.startsWith('-') && word.length > 1) {
      try {
        (word.startsWith('--') ? long : letters)(word, spec, rest, list, status);
      } catch (error) {
        if (!onWrong || !(error instanceof UsageFailure)) throw error;
        onWrong(error);
      }
    } else {
      operands.push(word);
      before.push(list.length);
      if (!stopAtOperand) continue;
      operands.push(...rest);
      break;
    }
  }
  const missing = list.find(({ name }) => spec.absent.has(name))?.name;
  if (missing !== undefined)
    throw new CommandFailure(`${missing.length > 1 ? '--' : '-'}${missing} is not here: do without it`, 2);
  return {
    list,
    operands,
    before: [...before, ...operands.slice(before.length).map(() => list.length)],
    has: (name) => list.some((one) => one.name === name),
    get: (name) => list.findLast((one) => one.name === name)?.value,
    all: (name) => list.filter((one) => one.name === name).map(({ value }) => value),
  };
}

type List = { name: string; value: string }[];

function long(word: string, { longs, same, takes, mayTake }: Spec, rest: string[], list: List, status: number): void {
  const at = word.indexOf('=');
  const given = word.slice(2, at < 0 ? undefined : at);
  const close = longs.includes(given) ? [given] : longs.filter((name) => name.startsWith(given));
  const targets = new Set(close.map((name) => same.get(name) ?? name));
  const [full] = close;
  if (full === undefined || targets.size > 1) {
    throw new UsageFailure(
      full === undefined
        ? `unrecognized option '${word}'`
        : `option '${word}' is ambiguous; possibilities: ${close.map((name) => `'--${name}'`).join(' ')}`,
      status,
    );
  }
  const name = same.get(full) ?? full;
  const taking = takes.get(name) ?? 'no';
  if (taking === 'no' && at >= 0 && !mayTake.has(full))
    throw new UsageFailure(`option '--${full}' doesn't allow an argument`, status);
  let value = at < 0 ? '' : word.slice(at + 1);
  if (taking === 'yes' && at < 0 && !mayTake.has(full)) {
    const next = rest.shift();
    if (next === undefined) throw new UsageFailure(`option '--${full}' requires an argument`, status);
    value = next;
  }
  list.push({ name, value });
}

function letters(word: string, { takes, same }: Spec, rest: string[], list: List, status: number): void {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at);
    const name = same.get(letter) ?? letter;
    const taking = takes.get(name);
    if (taking === undefined) throw new UsageFailure(`invalid option -- '${letter}'`, status);
    if (taking === 'no') {
      list.push({ name, value: '' });
      continue;
    }
    let value = word.slice(at + 1);
    if (taking === 'yes' && value === '') {
      const next = rest.shift();
      if (next === undefined) throw new UsageFailure(`option requires an argument -- '${letter}'`, status);
      value = next;
    }
    list.push({ name, value });
    return;
  }
}

/** Parses an integer option value. Throws `Failure` with GNU's message. */
export function numberOf(text: string, what: string, least = 0, most = Infinity): number {
  const number = /^[-+]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(number) || number < Math.min(least, 0)) throw new CommandFailure(`invalid ${what}: ‘${text}’`);
  if (number < least || number > most)
    throw new CommandFailure(`invalid ${what}: ‘${text}’: Numerical result out of range`);
  return number;
}

/** Checks that a value is one of the choices. Throws a `Failure` that lists them. */
export function oneOf<T extends string>(value: string, option: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  throw new UsageFailure(
    `invalid argument ‘${value}’ for ‘--${option}’\nValid arguments are:\n${choices.map((one) => `  - ‘${one}’`).join('\n')}`,
  );
}
