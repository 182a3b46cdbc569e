import { errorText } from '../../io/error-text';
import { strftime } from '../../builtins/strftime';
import { sameBytes } from '../../../../same-bytes';
import { patternRegExp } from '../../language/pattern';
import { plainQuote } from '../../language/quote-value';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { standardFile, statPath } from '../stat-path';
import { parseOptions, type ParsedOptions } from '../options';
import {
  contextForm,
  edForm,
  editsBetween,
  markedLines,
  normalForm,
  OPEN,
  rcsForm,
  sideBySide,
  unifiedForm,
  type LineChanges,
  type Edit,
} from './forms';
import { conditional, contradiction, FORMATS, inFormats } from './line-formats';
import { posixRegExp } from '../../../../regexp/posix-regexp';

const SPEC =
  'a b B d F: i I: l N p q r s t T u U: w W: y Z x: X:! c C: e n brief=q recursive=r new-file=N ignore-case=i ignore-all-space=w ignore-space-change=b ignore-blank-lines=B ignore-trailing-space=Z unified::=U context::=C report-identical-files=s text=a exclude:=x side-by-side=y minimal=d color:: from-file: to-file: label: L:=label strip-trailing-cr expand-tabs=t width:=W ed=e rcs=n speed-large-files no-dereference! normal suppress-common-lines left-column show-c-function=p show-function-line:=F ignore-matching-lines:=I initial-tab=T paginate=l horizon-lines:';

const ALL = `${SPEC} ${FORMATS}`;

export const diff: Command = async (context) => {
  const options = parseOptions(context.args.flatMap(withContext), ALL, { status: 2 });
  for (const name of ['l', 'T']) {
    if (options.has(name)) throw new CommandFailure(`-${name} is not here`, 2);
  }
  const { operands } = options;
  const wrong = contradiction(options.list);
  if (wrong !== undefined) throw new CommandFailure(`${wrong}\ndiff: Try 'diff --help' for more information.`, 2);
  const [from, to] = [options.get('from-file'), options.get('to-file')];
  if (from !== undefined || to !== undefined) {
    let status = 0;
    for (const path of operands) {
      const [left, right] = from === undefined ? [path, to ?? path] : [from, path];
      status = Math.max(status, await new Comparison(context, options).paths(left, right));
    }
    return status;
  }
  const [left, right, extra] = operands;
  if (left === undefined || right === undefined)
    throw new CommandFailure(
      `missing operand after '${left ?? 'diff'}'\ndiff: Try 'diff --help' for more information.`,
      2,
    );
  if (extra !== undefined)
    throw new CommandFailure(`extra operand '${extra}'\ndiff: Try 'diff --help' for more information.`, 2);
  return new Comparison(context, options).paths(left, right);
};

/** The old way to give the lines of context, as in `-u0`. */
function withContext(word: string): string[] {
  const [, letters = '', form = '', count] = /^-([aBbdeiNnpqrstTwyZ]*)([uc])(\d+)$/.exec(word) ?? [];
  return count === undefined ? [word] : [`-${letters}${form}`, `-${form.toUpperCase()}${count}`];
}

const SDIFF =
  's l w: i W E! b B Z a d H! t o:! I: suppress-common-lines=s left-column=l width:=w ignore-case=i ignore-all-space=W ignore-space-change=b ignore-blank-lines=B ignore-trailing-space=Z text=a minimal=d expand-tabs=t output:=o ignore-matching-lines:=I strip-trailing-cr';

/** `diff`'s names for `sdiff`'s options. */
const AS_DIFF: Readonly<Record<string, string>> = {
  s: '--suppress-common-lines',
  l: '--left-column',
  w: '-W',
  W: '-w',
};

/** `sdiff`: shows two files side by side; here it cannot merge them. */
export const sdiff: Command = (context) => {
  const { list, operands } = parseOptions(context.args, SDIFF, { status: 2 });
  const settings = list.flatMap(({ name, value }) => {
    const same = AS_DIFF[name] ?? (name.length > 1 ? `--${name}` : `-${name}`);
    return value === '' ? [same] : [same, value];
  });
  return context.run(['diff', '-y', ...settings, ...operands]);
};

class Comparison {
  private status = 0;
  private readonly excluded: RegExp[];
  private readonly ignored: RegExp[];

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
  ) {
    this.ignored = options.all('I').map((pattern) => posixRegExp(pattern, '', 'grep'));
    this.excluded = options.all('x').map((glob) => patternRegExp(glob));
  }

  async paths(left: string, right: string): Promise<number> {
    if (left === '-' && right === '-') return 0;
    if (!this.options.has('N') && !(await this.areThere(left, right))) return this.status;
    const [a, b] = [this.isFolder(left), this.isFolder(right)];
    if (a && b && this.inode(left) === this.inode(right)) return 0;
    if (a && b) await this.folders(left, right);
    else if (a) await this.files(inside(left, right.split('/').at(-1) ?? ''), right);
    else if (b) await this.files(left, inside(right, left.split('/').at(-1) ?? ''));
    else await this.files(left, right);
    return this.status;
  }

  /** Names each operand that is missing. */
  private async areThere(...paths: string[]): Promise<boolean> {
    for (const path of paths) {
      if (path === '-' || standardFile(this.context, path)) continue;
      try {
        this.context.sys.stat(this.context.path(path));
      } catch (error) {
        this.status = await this.context.fail(`${path}: ${errorText(error)}`, 2);
      }
    }
    return this.status === 0;
  }

  private inode(path: string): number | undefined {
    return statPath(this.context, path)?.ino;
  }

  private isFolder(path: string): boolean {
    return path !== '-' && statPath(this.context, path)?.type === 'directory';
  }

  private async folders(left: string, right: string): Promise<void> {
    const { context, options } = this;
    // With -N, a folder that is only on one side is beside an empty one.
    const names = (path: string) =>
      (this.isFolder(path) ? context.sys.list(context.path(path)) : [])
        .map(({ name }) => name)
        .filter((name) => !this.excluded.some((one) => one.test(name)));
    const [as, bs] = [new Set(names(left)), new Set(names(right))];
    for (const name of [...new Set([...as, ...bs])].sort((a, b) => (a < b ? -1 : 1))) {
      const [a, b] = [inside(left, name), inside(right, name)];
      const lone = !as.has(name) || !bs.has(name);
      if (lone && !options.has('N')) {
        context.out.write(`Only in ${(as.has(name) ? left : right).replace(/(?<=.)\/$/, '')}: ${name}\n`);
        this.status = Math.max(1, this.status);
      } else if (this.isFolder(a) && this.isFolder(b)) {
        if (options.has('r')) await this.folders(a, b);
        else context.out.write(`Common subdirectories: ${a} and ${b}\n`);
      } else if (this.isFolder(a) || this.isFolder(b)) {
        if (lone) {
          if (options.has('r')) await this.folders(a, b);
          continue;
        }
        const kind = (path: string) => (this.isFolder(path) ? 'directory' : 'regular file');
        context.out.write(`File ${a} is a ${kind(a)} while file ${b} is a ${kind(b)}\n`);
        this.status = Math.max(1, this.status);
      } else await this.files(a, b, true);
    }
  }

  private async read(path: string): Promise<Uint8Array | undefined> {
    try {
      return await this.context.open(path).bytes();
    } catch (error) {
      if (this.options.has('N') && error instanceof CommandFailure && error.message.includes('No such file'))
        return new Uint8Array();
      this.status = 2;
      await this.context.fail(error instanceof CommandFailure ? error.message : `${path}: ${errorText(error)}`);
      return undefined;
    }
  }

  private async files(left: string, right: string, inFolders = false): Promise<void> {
    const { context, options } = this;
    const [a, b] = [await this.read(left), await this.read(right)];
    if (!a || !b) return;
    const edits = sameBytes(a, b) ? [] : this.edits(a, b);
    if (edits.length === 0) {
      if (options.has('s')) context.out.write(`Files ${left} and ${right} are identical\n`);
      return;
    }
    this.status = Math.max(1, this.status);
    if (options.has('q')) context.out.write(`Files ${left} and ${right} differ\n`);
    else if (!options.has('a') && (a.includes(0) || b.includes(0)))
      context.out.write(`Binary files ${left} and ${right} differ\n`);
    else {
      if (inFolders) context.out.write(`${['diff', ...this.optionWords(), left, right].join(' ')}\n`);
      await this.show(left, right, { from: markedLines(a), to: markedLines(b), edits });
    }
    await context.out.flush();
  }

  /** Its options and their values as one would type them. */
  private optionWords(): string[] {
    const words = [...this.context.args];
    for (const operand of this.options.operands) words.splice(words.lastIndexOf(operand), 1);
    return words.map((word) => (/^[\w+,./:@-]+$/.test(word) ? word : plainQuote(word)));
  }

  private edits(a: Uint8Array, b: Uint8Array): Edit[] {
    const key = this.key();
    const [from, to] = [markedLines(a), markedLines(b)];
    const edits = editsBetween(from.map(key), to.map(key));
    return edits.filter(
      (edit) =>
        ![...from.slice(edit.from, edit.to), ...to.slice(edit.newFrom, edit.newTo)].every((line) => this.ignores(line)),
    );
  }

  private ignores(line: string): boolean {
    return (this.options.has('B') && line.trim() === '') || this.ignored.some((one) => one.test(line));
  }

  /** Returns the part of a line that is compared. */
  private key(): (line: string) => string {
    const { options } = this;
    return (line) => {
      let key = line;
      if (options.has('strip-trailing-cr')) key = key.replace(/\r$/, '');
      // With these, the end of the file is a space as well.
      if (['w', 'b', 'Z'].some((name) => options.has(name))) key = key.replace(OPEN, '');
      if (options.has('w')) key = key.replaceAll(/\s/g, '');
      else if (options.has('b')) key = key.replaceAll(/\s+/g, ' ').trimEnd();
      else if (options.has('Z')) key = key.trimEnd();
      return options.has('i') ? key.toLowerCase() : key;
    };
  }

  private async show(left: string, right: string, changes: LineChanges): Promise<void> {
    const { options, context } = this;
    const form = this.form(left, right, changes);
    const always =
      ['', 'always'].includes(options.get('color') ?? 'never') &&
      (options.get('color') === 'always' || context.out.terminal);
    for (const text of form) await context.out.put(always ? painted(text) : text);
  }

  private *form(left: string, right: string, changes: LineChanges): Generator<string> {
    const { options } = this;
    const around = Number(options.get('U') || options.get('C') || 3);
    const [first, second] = options.all('label');
    const title = (line: number) => this.functionAt(changes.from, line);
    const symbol = options.get('D');
    if (symbol !== undefined) yield* inFormats(changes, (name) => conditional(symbol)[name]);
    else if (options.list.some(({ name }) => name.endsWith('-format')))
      yield* inFormats(changes, (name) => options.get(name));
    else if (options.has('y')) {
      const common = options.has('suppress-common-lines') ? 'none' : options.has('left-column') ? 'left' : 'both';
      yield* sideBySide(changes, Number(options.get('W') ?? 130), { common, expand: options.has('t') });
    } else if (options.has('e')) yield* edForm(changes);
    else if (options.has('n')) yield* rcsForm(changes);
    else if (
      options.has('c') ||
      options.has('C') ||
      (this.options.has('p') && !options.has('u') && !options.has('U'))
    ) {
      yield `*** ${first ?? this.titled(left)}\n--- ${second ?? this.titled(right)}\n`;
      yield* contextForm(changes, around, title);
    } else if (options.has('u') || options.has('U')) {
      yield `--- ${first ?? this.titled(left)}\n+++ ${second ?? this.titled(right)}\n`;
      yield* unifiedForm(changes, around, title);
    } else yield* normalForm(changes);
  }

  /** The line that `-p` or `-F` shows after a hunk's header: the last one before it that looks like the start of a function. */
  private functionAt(lines: readonly string[], before: number): string {
    const { options } = this;
    const given = options.get('F');
    if (given === undefined && !options.has('p')) return '';
    const pattern = given === undefined ? /^[\p{L}$_]/u : posixRegExp(given, '', 'grep');
    const line = lines.slice(0, before).findLast((one) => pattern.test(one));
    return line === undefined ? '' : ` ${line.trimStart().slice(0, 40).trimEnd()}`;
  }

  private titled(path: string): string {
    const ms = path === '-' ? Date.now() : (statPath(this.context, path)?.mtimeMs ?? 0);
    return `${path}\t${strftime('%F %T.%N %z', ms, this.context.env.TZ ?? '')}`;
  }
}

const inside = (folder: string, name: string): string => `${folder.replace(/\/+$/, '')}/${name}`;

/** Text in the colors of `--color`. */
const painted = (text: string): string => {
  const color = COLORS.find(([pattern]) => pattern.test(text))?.[1];
  return color === undefined ? text : text.replaceAll(/^(.+)$/gm, `\x1b[${color}m$1\x1b[0m`);
};

const COLORS: readonly [RegExp, number][] = [
  [/^(?:---(?= )|\+\+\+|\*\*\*) /, 1],
  [/^@@|^\d/, 36],
  [/^(?:-(?!--\n)|<)/, 31],
  [/^[+>]/, 32],
];
