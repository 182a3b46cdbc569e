import { GitFailure } from '../../git-failure';

/** Each option's name in code, with its spellings: `{ all: '-a --all' }`. */
type Spelling<N extends string> = Readonly<Record<N, string>>;

export interface OptionSpec<F extends string, V extends string, O extends string, E extends string = never> {
  readonly flags?: Spelling<F>;
  /** Options with a value, attached or as the next argument. */
  readonly values?: Spelling<V>;
  /** Options whose value, if any, must be attached: `--color=always`, `-M90%`. */
  readonly optional?: Spelling<O>;
  /** Options whose value may only be left out at the end of the line: `--merged`, `--merged main`. */
  readonly atEnd?: Spelling<E>;
  /** Options that git has but this git does not; using one is an error that says so. Separated by spaces. */
  readonly absent?: string;
  /** Whether long options must be written in full, as those of `log` and `diff` must. */
  readonly exact?: boolean;
  /** Long options that no `--no-` cancels. */
  readonly final?: ReadonlySet<string>;
  /** Whether arguments after the first one that is not an option are never options. */
  readonly stopEarly?: boolean;
  /** Whether options that are not known are passed on among the arguments, for another reader of them. */
  readonly keepsUnknown?: boolean;
}

export interface Options<F extends string, V extends string> {
  is(flag: F): boolean;
  /** The last value given; empty if an optional value was left out. */
  value(name: V): string | undefined;
  /** All values given; for a flag, one for each time. */
  values(name: F | V): readonly string[];
  /** All options given, each with its value, in their order. */
  inOrder(): readonly (readonly [name: string, value: string])[];
  /** Whichever of several options was given last. */
  last<N extends F | V>(...names: N[]): N | undefined;
  /** Arguments that are not options, including those after `--`. */
  readonly rest: readonly string[];
  /** Arguments after `--`; undefined if there is no `--`. */
  readonly paths: readonly string[] | undefined;
  /** Arguments before `--`. */
  readonly before: readonly string[];
}

/**
 * Reads a subcommand's arguments: `-am text`, `--message=text`, `--message text`, `-n5`; `--no-all` cancels `--all`,
 * and a long option may be shortened if it stays unambiguous. `-5` is the value of an option spelled `-<n>`. An unknown
 * option is an error that names it.
 */
export function readOptions<
  F extends string = never,
  V extends string = never,
  O extends string = never,
  E extends string = never,
>(
  args: readonly string[],
  {
    flags,
    values,
    optional,
    atEnd,
    absent = '',
    exact = false,
    final,
    stopEarly = false,
    keepsUnknown = false,
  }: OptionSpec<F, V, O, E>,
): Options<F, V | O | E> {
  const kinds = new Map<string, { kind: 'flag' | 'value' | 'optional' | 'end'; name: string }>();
  const learn = (spelling: Readonly<Record<string, string>> = {}, kind: 'flag' | 'value' | 'optional' | 'end') => {
    for (const [name, all] of Object.entries(spelling))
      for (const one of all.split(' ')) kinds.set(one, { kind, name });
  };
  learn(flags, 'flag');
  learn(values, 'value');
  learn(optional, 'optional');
  learn(atEnd, 'end');
  const missing = new Set(absent.split(' '));
  const refuseMissing = (written: string): void => {
    if (missing.has(written)) throw new GitFailure(`${written} is not supported in this sandbox: do without it`, 2);
  };
  const given = new Map<string, string[]>();
  const rest: string[] = [];
  let paths: string[] | undefined;
  const left = [...args];
  let ordered: (readonly [string, string])[] = [];
  const give = (name: string, value: string) => {
    ordered.push([name, value]);
    const before = given.get(name) ?? [];
    given.delete(name);
    given.set(name, [...before, value]);
  };
  const next = (written: string): string => {
    const value = left.shift();
    const kind = written.startsWith('--') ? 'option' : 'switch';
    if (value === undefined && exact && OF_REVISIONS.test(written))
      throw new GitFailure(`Option '${written}' requires a value`);
    if (value === undefined && exact && written === '-n')
      throw new GitFailure('-n requires an argument', 128, 'error: ');
    if (value === undefined) throw new GitFailure(`${kind} \`${written.replace(/^-+/, '')}' requires a value`, 129);
    return value;
  };

  const long = (arg: string): void => {
    const [, typed = arg, value] = /^(--[^=]+)=(.*)$/s.exec(arg) ?? [];
    const written = exact ? typed : fullName(typed, kinds);
    refuseMissing(written);
    const found = kinds.get(written);
    if (found?.kind === 'value') give(found.name, value ?? next(written));
    else if (found?.kind === 'optional') give(found.name, value ?? '');
    else if (found?.kind === 'end') give(found.name, value ?? left.shift() ?? '');
    else if (found && value === undefined) give(found.name, '');
    else if (!found && written.startsWith('--no-') && value === undefined) {
      const name = `--${written.slice('--no-'.length)}`;
      const undone = kinds.get(name);
      if (!undone || final?.has(name)) throw unknown(arg);
      given.delete(undone.name);
      ordered = ordered.filter(([one]) => one !== undone.name);
    } else if (found) throw new GitFailure(`option \`${written.slice(2)}' takes no value`, 129);
    else throw unknown(arg);
  };
  const short = (arg: string): void => {
    for (let at = 1; at < arg.length; at++) {
      const written = `-${arg[at]}`;
      refuseMissing(written);
      const found = kinds.get(written);
      if (!found) throw unknown(written);
      if (found.kind === 'flag') give(found.name, '');
      else {
        give(found.name, arg.slice(at + 1) || (found.kind === 'value' ? next(written) : ''));
        return;
      }
    }
  };

  const knows = (arg: string): boolean => {
    if (!arg.startsWith('--')) return missing.has(arg.slice(0, 2)) || kinds.has(arg.slice(0, 2));
    const name = fullName(arg.replace(/=.*$/s, ''), kinds);
    return kinds.has(name) || missing.has(name) || kinds.has(name.replace(/^--no-/, '--'));
  };

  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === '--') paths = left.splice(0);
    else if (arg === '--end-of-options') continue;
    else if (keepsUnknown && arg.startsWith('-') && !knows(arg)) rest.push(arg);
    else if (arg.startsWith('--')) long(arg);
    else if (/^-\d+$/.test(arg) && kinds.has('-<n>')) give(kinds.get('-<n>')?.name ?? '', arg.slice(1));
    else if (arg.startsWith('-') && arg !== '-') short(arg);
    else {
      rest.push(arg);
      if (stopEarly) rest.push(...left.splice(0));
    }
  }
  const order = () => [...given.keys()];
  return {
    is: (flag) => given.has(flag),
    value: (name) => given.get(name)?.at(-1),
    values: (name) => given.get(name) ?? [],
    inOrder: () => ordered,
    last: (...names) =>
      names.toSorted((a, b) => order().indexOf(a) - order().indexOf(b)).findLast((name) => given.has(name)),
    rest: [...rest, ...(paths ?? [])],
    paths,
    before: rest,
  };
}

/** Options that choose commits, about which git has words of its own. */
const OF_REVISIONS =
  /^--(?:max-count|skip|since|since-as-filter|after|until|before|min-age|max-age|author|committer|grep|grep-reflog|glob|exclude|date|encoding)$/;

const unknown = (written: string): GitFailure => {
  const kind = written.startsWith('--') ? 'option' : 'switch';
  return new GitFailure(`unknown ${kind} \`${written.replace(/^-+/, '')}'`, 129);
};

/** The full name of a shortened long option, if it is unambiguous. */
function fullName(written: string, kinds: ReadonlyMap<string, unknown>): string {
  if (kinds.has(written) || written.length < 4) return written;
  const found = [...kinds.keys()].filter((name) => name.startsWith(written));
  return found.length === 1 ? (found[0] ?? written) : written;
}
