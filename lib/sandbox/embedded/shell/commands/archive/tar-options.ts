import { resolveFrom } from '../../../../paths';
import { patternRegExp } from '../../language/pattern';
import { CommandFailure, UsageFailure, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import { statPath } from '../stat-path';
import { parseSed } from '../sed/parse';
import { substituted } from '../sed/substitute';

const SPEC =
  'A! c d r t u x z j J Z! a C: f: h k m O p P s T: v w! W! X: create=c list=t extract=x get=x append=r update=u diff=d compare=d delete gzip=z gunzip=z bzip2=j xz=J lzma zstd auto-compress=a directory:=C file:=f dereference=h keep-old-files=k touch=m to-stdout=O preserve-permissions=p same-permissions=p absolute-names=P files-from:=T verbose=v exclude: exclude-from:=X exclude-vcs strip-components: wildcards no-wildcards! no-recursion numeric-owner owner: group: mode: mtime: sort: format: transform: xform:=transform show-transformed-names overwrite no-same-owner no-same-permissions same-owner warning: utc full-time one-top-level:: anchored! no-anchored totals null remove-files';

/** What one call of `tar` has to do. */
export interface TarTask {
  readonly context: CommandContext;
  readonly options: ParsedOptions;
  /** The archive; `-` is standard input or output. */
  readonly file: string;
  /** The folder after all `-C` options. */
  readonly base: string;
  /** For each operand, the folder after the `-C` options before it. */
  readonly bases: readonly string[];
  /** Whether a name is excluded. */
  readonly leaves: (name: string) => boolean;
  /** What is said of exclusions that come too late to have an effect. */
  readonly late: readonly string[];
  /** A name as `--transform` changes it. */
  readonly renamed: (name: string) => string;
}

/** Reads the arguments of `tar`, in the old or the new style. Throws `Failure`. */
export async function readTarTask(context: CommandContext): Promise<TarTask> {
  const [first = '', ...rest] = context.args;
  const options = parseOptions(first.startsWith('-') || first === '' ? context.args : oldStyle(first, rest), SPEC, {
    status: 2,
  });
  if (options.has('zstd')) throw new CommandFailure('zstd is not here; use -z, gzip, or -J, xz', 2);
  const late = lateExclusions(options);
  const inTime = (wanted: string) =>
    options.list.filter((one) => one.name === wanted && !late.includes(one)).map(({ value }) => value);
  const globs = inTime('exclude');
  for (const list of inTime('X')) globs.push(...(await context.open(list).lines()).filter(Boolean));
  if (options.has('exclude-vcs')) globs.push('.git', '.gitignore', '.gitattributes', '.gitmodules');
  const excluded = globs.map((glob) => patternRegExp(glob.replace(/\/$/, '')));
  return {
    context,
    options,
    file: options.get('f') ?? '-',
    base: folderAfter(context, options.list),
    bases: options.before.map((count) => folderAfter(context, options.list.slice(0, count))),
    leaves: (name) => excluded.length > 0 && runsOfNames(name).some((part) => excluded.some((one) => one.test(part))),
    late: late.map(({ name, value }) => `--${name === 'X' ? 'exclude-from' : name} ‘${value}’ has no effect`),
    renamed: renaming(options.all('transform')),
  };
}

/** The exclusions after the last operand, where an archive is made: they are for what would follow. */
function lateExclusions({ list, operands, before, has }: ParsedOptions): ParsedOptions['list'] {
  if (operands.length === 0 || !has('c')) return [];
  return list.slice(before.at(-1)).filter(({ name }) => name === 'exclude' || name === 'X');
}

/** What a pattern for names of any folder may stand for: each run of a name's components. */
export function runsOfNames(name: string): string[] {
  const parts = name.split('/');
  return parts.flatMap((_, from) =>
    parts.slice(from).map((_part, count) => parts.slice(from, from + count + 1).join('/')),
  );
}

/** The folder that a chain of `-C` options leads to. Throws `Failure` if one is not a folder. */
function folderAfter(context: CommandContext, list: ParsedOptions['list']): string {
  let folder = context.cwd;
  for (const { name, value } of list) {
    if (name !== 'C') continue;
    folder = resolveFrom(folder, value);
    const type = statPath(context, folder)?.type;
    if (type !== 'directory')
      throw new CommandFailure(
        `${value}: Cannot open: ${type === undefined ? 'No such file or directory' : 'Not a directory'}\ntar: Error is not recoverable: exiting now`,
        2,
      );
  }
  return folder;
}

/** Converts the old style, `tar xzf a.tgz`: letters that take a value take the following words, in order. */
function oldStyle(letters: string, words: readonly string[]): string[] {
  const rest = [...words];
  const made: string[] = [];
  for (const letter of letters) {
    made.push(`-${letter}`);
    if (!'fCTX'.includes(letter)) continue;
    const value = rest.shift();
    if (value === undefined) throw new UsageFailure(`Old option '${letter}' requires an argument.`, 2);
    made.push(value);
  }
  return [...made, ...rest];
}

/** A `--transform` such as `s,^,folder/,`, in sed's syntax; the flag `x` means extended expressions. */
function renaming(scripts: readonly string[]): (name: string) => string {
  const steps = scripts.flatMap((script) => {
    const flags = /[a-zA-Z0-9]*$/.exec(script)?.[0] ?? '';
    if (/[rRsShH]/.test(flags))
      throw new CommandFailure(`the flag ${flags} of --transform is not here: do without it`, 2);
    const plain = script.slice(0, script.length - flags.length) + flags.replaceAll('x', '');
    return parseSed(plain, { extended: flags.includes('x'), posix: false }).program.map(({ name, substitution }) => {
      if (name !== 's' || !substitution?.pattern) throw new CommandFailure(`Invalid transform expression`, 2);
      const { pattern } = substitution;
      const expression = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
      return (text: string) => substituted(text, expression, substitution) ?? text;
    });
  });
  return (name) => steps.reduce((text, step) => step(text), name);
}
