import { GitFailure } from '../git-failure';

/** Each option by the name it is asked for, with how it is written: `{ all: '-a --all' }`. */
type Spelling = Readonly<Record<string, string>>;

export interface Options<F extends string, V extends string> {
  is(flag: F): boolean;
  /** The last one given. */
  value(name: V): string | undefined;
  values(name: V): readonly string[];
  /** Arguments that are no options, those behind `--` too. */
  readonly rest: readonly string[];
  /** Those behind `--`; undefined where there is none. */
  readonly paths: readonly string[] | undefined;
}

/**
 * Reads a subcommand's arguments: `-am text`, `--message=text`, `--message text`, `-n5`. `-5` is the value of an option that
 * is spelled `-<n>`. What is not known is a failure.
 */
export function readOptions<F extends string = never, V extends string = never>(
  args: readonly string[],
  { flags, values }: { flags?: Readonly<Record<F, string>>; values?: Readonly<Record<V, string>> },
): Options<F, V> {
  const flagOf = byWriting(flags ?? {});
  const valueOf = byWriting(values ?? {});
  const set = new Set<string>();
  const given = new Map<string, string[]>();
  const rest: string[] = [];
  let paths: string[] | undefined;
  const left = [...args];
  const give = (name: string, value: string) => given.set(name, [...(given.get(name) ?? []), value]);
  const next = (written: string): string => {
    const value = left.shift();
    if (value === undefined) throw new GitFailure(`option \`${written.replace(/^-+/, '')}' requires a value`, 129);
    return value;
  };
  const unknown = (written: string) => {
    const kind = written.startsWith('--') ? 'option' : 'switch';
    return new GitFailure(`unknown ${kind} \`${written.replace(/^-+/, '')}'`, 129);
  };

  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === '--') {
      paths = left.splice(0);
      rest.push(...paths);
    } else if (arg.startsWith('--')) {
      const [, written = arg, value] = /^(--[^=]+)=(.*)$/s.exec(arg) ?? [];
      const flag = flagOf.get(written);
      const option = valueOf.get(written);
      if (flag !== undefined && value === undefined) set.add(flag);
      else if (option !== undefined) give(option, value ?? next(written));
      else throw unknown(written);
    } else if (/^-\d+$/.test(arg) && valueOf.has('-<n>')) give(valueOf.get('-<n>') ?? '', arg.slice(1));
    else if (arg.startsWith('-') && arg !== '-') {
      for (let at = 1; at < arg.length; at++) {
        const written = `-${arg[at]}`;
        const option = valueOf.get(written);
        const flag = flagOf.get(written);
        if (option !== undefined) {
          give(option, arg.slice(at + 1) || next(written));
          break;
        }
        if (flag === undefined) throw unknown(written);
        set.add(flag);
      }
    } else rest.push(arg);
  }
  return {
    is: (flag) => set.has(flag),
    value: (name) => given.get(name)?.at(-1),
    values: (name) => given.get(name) ?? [],
    rest,
    paths,
  };
}

function byWriting(spelling: Spelling): Map<string, string> {
  return new Map(Object.entries(spelling).flatMap(([name, all]) => all.split(' ').map((written) => [written, name])));
}
