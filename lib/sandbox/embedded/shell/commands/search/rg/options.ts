import { CommandFailure, UsageFailure } from '../../context';
import { parseOptions, type ParsedOptions } from '../../options';

/** The options of `rg`. */
const RG_OPTIONS =
  'e: f: F i s S w x v c l L o q m: A: B: C: n N H I r: g: t: T: u . 0 a b p U P M: E: j: z! h V d: regexp:=e file:=f fixed-strings=F ignore-case=i case-sensitive=s smart-case=S word-regexp=w line-regexp=x invert-match=v count=c count-matches files-with-matches=l files-without-match follow=L only-matching=o quiet=q max-count:=m after-context:=A before-context:=B context:=C line-number=n no-line-number=N with-filename=H no-filename=I replace:=r glob:=g iglob: type:=t type-not:=T unrestricted=u hidden=. null=0 text=a byte-offset=b pretty=p multiline=U pcre2=P max-columns:=M encoding:=E threads:=j search-zip=z help=h version=V max-depth:=d maxdepth:=d files column no-column vimgrep heading no-heading color: colors: context-separator: no-context-separator field-match-separator: field-context-separator: path-separator: sort: sortr: sort-files no-ignore no-ignore-vcs no-ignore-dot no-ignore-parent no-ignore-files no-ignore-global no-ignore-exclude no-ignore-messages no-messages no-require-git no-hidden ignore-file: ignore-file-case-insensitive glob-case-insensitive one-file-system type-add: type-clear: type-list max-filesize: max-columns-preview passthru passthrough=passthru trim json stats no-stats include-zero binary no-config no-unicode no-mmap mmap line-buffered block-buffered multiline-dotall crlf null-data! engine: auto-hybrid-regex no-pcre2-unicode debug trace pre:! pre-glob:! dfa-size-limit: regex-size-limit: hyperlink-format:! hostname-bin:! stop-on-nonmatch generate:! pcre2-version!';

/** Parses `rg`'s arguments. Throws `CommandFailure` with ripgrep's message. */
export function rgOptions(args: readonly string[]): ParsedOptions {
  try {
    return parseOptions(args, RG_OPTIONS, { status: 2 });
  } catch (error) {
    if (!(error instanceof UsageFailure)) throw error;
    const flag = /'(--[^']*)'|'(.)'/.exec(error.message);
    const name = flag?.[1]?.split('=', 1)[0] ?? `-${flag?.[2] ?? ''}`;
    if (error.message.includes('argument'))
      throw new CommandFailure(`missing value for flag ${name}: missing argument for option '${name}'`, 2);
    throw new CommandFailure(`unrecognized flag ${name}`, 2);
  }
}

/** The one given last of several options that override each other. */
export const lastOf = (options: ParsedOptions, ...names: readonly string[]): string | undefined =>
  options.list.findLast(({ name }) => names.includes(name))?.name;

/** The number an option gives; undefined if the option is absent. Throws `CommandFailure`. */
export function rgNumber(options: ParsedOptions, name: string): number | undefined {
  const text = options.get(name);
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text))
    throw new CommandFailure(
      `error parsing flag -${name}: value is not a valid number: invalid digit found in string`,
      2,
    );
  return Number(text);
}

/** Parses a size such as `50K` to bytes. Throws `CommandFailure`. */
export function rgSize(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([KMG]?)$/.exec(text) ?? [];
  if (digits === undefined)
    throw new CommandFailure(
      `error parsing flag --max-filesize: invalid format for size '${text}', which should be a non-empty sequence of digits followed by an optional 'K', 'M' or 'G' suffix`,
      2,
    );
  return Number(digits) * 1024 ** ' KMG'.indexOf(unit || ' ');
}
