import { errorText } from '../../../io/error-text';
import { decode } from '../../../../../bytes-text';
import { CommandFailure, type Command, type CommandContext } from '../../context';
import type { ParsedOptions } from '../../options';
import { RgFiles, typesOf, type RgFile } from './files';
import { beginLine, blockLine, endLine, noTotals, rgSeconds, summaryLine, type Totals } from './json';
import { lastOf, rgNumber, rgOptions } from './options';
import { rgPattern, type RgPattern } from './pattern';
import { Printer, type Style } from './printer';
import { matchBlocks, matchesIn, type Around, type Block } from './search';

/** A zero byte within this many bytes means that a file found by the walk is binary. */
const SNIFFED = 65_536;

/** `rg`, like ripgrep 15, except that it always walks folders in path order. */
export const rg: Command = async (context) => {
  const options = rgOptions(context.args);
  if (options.has('h') || options.has('V')) {
    context.out.write(options.has('V') ? 'ripgrep 15.0.0\n' : HELP);
    return 0;
  }
  if (options.has('type-list')) {
    for (const [name, globs] of [...typesOf(options)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      context.out.write(`${name}: ${globs.toSorted().join(', ')}\n`);
    return 0;
  }
  const operands = [...options.operands];
  const lists = options.has('files');
  const patterns = lists ? [] : await patternsOf(context, options, operands);
  const pattern = lists ? undefined : rgPattern(patterns, options);
  const search = new Rg(context, options, pattern);
  return search.run(operands);
};

const HELP = `ripgrep 15.0.0
USAGE:
  rg [OPTIONS] PATTERN [PATH ...]
`;

async function patternsOf(context: CommandContext, options: ParsedOptions, operands: string[]): Promise<string[]> {
  const given = options.all('e').flatMap((text) => text.split('\n'));
  for (const file of options.all('f')) given.push(...(await context.open(file).lines()));
  if (options.has('e') || options.has('f')) return given;
  const first = operands.shift();
  if (first === undefined) throw new CommandFailure('ripgrep requires at least one pattern to execute a search', 2);
  return first.split('\n');
}

/** What is printed about a file instead of its lines. */
type Summary = 'l' | 'files-without-match' | 'c' | 'count-matches' | 'q';

class Rg {
  private readonly totals = noTotals();
  private readonly started = performance.now();
  private readonly summary: Summary | undefined;
  private readonly around: Around;
  private failed = false;
  private named = false;
  private printer: Printer | undefined;

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
    private readonly pattern: RgPattern | undefined,
  ) {
    const summaries: readonly Summary[] = ['l', 'files-without-match', 'c', 'count-matches'];
    const last = lastOf(options, ...summaries);
    this.summary = options.has('q') ? 'q' : summaries.find((one) => one === last);
    const beside = (name: string) => rgNumber(options, name) ?? rgNumber(options, 'C') ?? 0;
    const all = options.has('passthru') ? Infinity : 0;
    this.around = {
      before: Math.max(beside('B'), all),
      after: Math.max(beside('A'), all),
      invert: options.has('v'),
      most: rgNumber(options, 'm') ?? Infinity,
      stopOnNonmatch: options.has('stop-on-nonmatch'),
    };
  }

  async run(operands: readonly string[]): Promise<number> {
    const { context, options, pattern } = this;
    const implicit = operands.length === 0;
    const reads = implicit && pattern !== undefined && this.readsInput();
    const paths = implicit ? [reads ? '-' : '.'] : operands;
    const [only = ''] = paths;
    const alone = paths.length === 1 && (only === '-' || this.isFile(only));
    const said = lastOf(options, 'H', 'I', 'vimgrep');
    this.named = said === undefined ? !alone : said !== 'I';
    if (pattern) this.printer = new Printer(context.out, this.style(alone && only === '-'), pattern);
    const problems: string[] = [];
    const files = new RgFiles(
      context,
      options,
      this.around.invert || options.has('passthru') ? undefined : pattern?.needed,
      (problem) => problems.push(problem),
    );
    for (const path of paths) {
      try {
        if (path === '-')
          await this.search({ path: '', shown: '<stdin>', explicit: true, mayMatch: true }, await context.in.bytes());
        else for (const file of this.sorted(files.at(path, implicit))) await this.file(file);
      } catch (error) {
        if (typeof Object(error).code !== 'string') throw error;
        await this.fail(`${path}: IO error for operation on ${path}: ${errorText(error)}${numberOfError(error)}`);
      }
      for (const problem of problems.splice(0)) await this.fail(problem);
      if (this.summary === 'q' && this.totals.found > 0 && !this.failed) return 0;
    }
    if (options.has('json')) context.out.write(summaryLine(this.totals, performance.now() - this.started));
    else if (options.has('stats')) this.tellTotals();
    if (pattern && this.totals.searches === 0 && !this.failed && implicit) {
      await this.fail(
        "No files were searched, which means ripgrep probably applied a filter you didn't expect.\nRunning with --debug will show why files are being skipped.",
      );
    }
    return this.failed ? 2 : this.totals.found > 0 ? 0 : 1;
  }

  /** Whether standard input is a pipe or a file and so is searched. */
  private readsInput(): boolean {
    const about = this.context.fds.get(0)?.about;
    return about !== undefined && !about.terminal && about.inherited === undefined && about.path !== '/dev/null';
  }

  private isFile(path: string): boolean {
    try {
      return this.context.sys.stat(this.context.path(path)).type !== 'directory';
    } catch {
      return false;
    }
  }

  private sorted(files: Generator<RgFile>): Iterable<RgFile> {
    const { options, context } = this;
    const option = lastOf(options, 'sort', 'sortr');
    const key = option === undefined ? 'path' : (options.get(option) ?? 'path');
    if (!['path', 'modified', 'accessed', 'created', 'none'].includes(key))
      throw new CommandFailure(`error parsing flag --${option}: choice '${key}' is unrecognized`, 2);
    if (key === 'path' || key === 'none') return option === 'sortr' ? [...files].toReversed() : files;
    const timed = [...files].map((file) => ({ file, at: context.sys.stat(file.path).mtimeMs }));
    const sign = option === 'sortr' ? -1 : 1;
    return timed.sort((a, b) => sign * (a.at - b.at)).map(({ file }) => file);
  }

  private async file(file: RgFile): Promise<void> {
    const { context, options } = this;
    if (!this.pattern) {
      this.totals.found += 1;
      if (this.summary !== 'q') await context.out.put(`${file.shown}${options.has('0') ? '\0' : '\n'}`);
      return;
    }
    if (!file.mayMatch && !options.has('json') && !options.has('stats')) {
      this.totals.searches += 1;
      return this.summarize(file, 0, 0);
    }
    if (context.isOutput(file.path)) return;
    await this.search(file, context.sys.read(file.path));
  }

  private async search(file: RgFile, bytes: Uint8Array): Promise<void> {
    const { context, options, pattern, printer } = this;
    if (!pattern || !printer) return;
    const began = performance.now();
    const whole = this.textOf(bytes);
    const zero = options.has('a') ? -1 : whole.zero;
    const converts = file.explicit || options.has('binary') || options.all('u').length > 2;
    if (zero >= 0 && !converts && zero < SNIFFED) return;
    const { text } = zero >= 0 && !converts ? this.textOf(bytes.subarray(0, zero)) : whole;
    const totals = noTotals();
    printer.file(file.shown, text);
    let [offset, upTo] = [0, 0];
    let binary = false;
    for (const block of matchBlocks(text, pattern, this.around)) {
      if (block.matches) this.count(block, text, totals);
      if (binary || this.summary) {
        if (this.summary === 'q' || this.summary === 'l' || this.summary === 'files-without-match') break;
        continue;
      }
      if (zero >= 0 && converts) {
        binary = block.matches;
        continue;
      }
      if (options.has('json')) {
        if (totals.printed === 0) totals.printed += await this.put(beginLine(file.shown));
        offset +=
          bytes.length === text.length
            ? block.start - upTo
            : new TextEncoder().encode(text.slice(upTo, block.start)).length;
        upTo = block.start;
        totals.printed += await this.put(blockLine(file.shown, text, block, offset, pattern));
      } else printer.block(block);
      if (context.out.full) await context.out.flush();
    }
    Object.assign(totals, {
      searches: 1,
      found: totals.lines > 0 ? 1 : 0,
      bytes: bytes.length,
      ms: performance.now() - began,
    });
    if (totals.printed > 0) await this.put(endLine(file.shown, zero >= 0 ? zero : null, totals));
    if (zero >= 0 && totals.found && !this.summary) {
      const where = `(found "\\0" byte around offset ${zero})`;
      printer.note(
        converts ? `binary file matches ${where}` : `WARNING: stopped searching binary file after match ${where}`,
      );
    }
    for (const key of Object.keys(noTotals()) as (keyof Totals)[]) this.totals[key] += totals[key];
    this.summarize(file, totals.lines, totals.matches);
  }

  private count(block: Block, text: string, totals: Totals): void {
    const { options, pattern } = this;
    totals.lines += 1;
    if (
      !pattern ||
      !(
        this.summary === 'count-matches' ||
        options.has('json') ||
        options.has('stats') ||
        pattern.multiline ||
        (this.summary === 'c' && options.has('o'))
      )
    )
      return;
    totals.matches += this.around.invert ? 1 : [...matchesIn(text, block, pattern)].length;
  }

  private textOf(bytes: Uint8Array): { text: string; zero: number } {
    const encoding = this.options.get('E');
    const wide =
      bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : bytes[0] === 0xfe && bytes[1] === 0xff
          ? 'utf-16be'
          : undefined;
    const named = encoding === undefined || encoding === 'auto' ? wide : encoding === 'none' ? undefined : encoding;
    if (named === undefined) {
      const plain = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
      return { text: decode(plain), zero: plain.indexOf(0) };
    }
    try {
      return { text: new TextDecoder(named).decode(bytes), zero: -1 };
    } catch {
      throw new CommandFailure(`error parsing flag --encoding: grep config error: unknown encoding: ${named}`, 2);
    }
  }

  private summarize({ shown }: RgFile, lines: number, matches: number): void {
    const { summary, options, context } = this;
    const name = `${shown}${options.has('0') ? '\0' : '\n'}`;
    if (summary === 'l' && lines > 0) context.out.write(name);
    if (summary === 'files-without-match' && lines === 0) context.out.write(name);
    if (summary !== 'c' && summary !== 'count-matches') return;
    const counts =
      summary === 'count-matches' || options.has('o') || (this.pattern?.multiline === true && !this.around.invert)
        ? matches
        : lines;
    if (counts === 0 && !options.has('include-zero')) return;
    context.out.write(`${this.named ? `${shown}${options.has('0') ? '\0' : ':'}` : ''}${counts}\n`);
  }

  private async put(text: string): Promise<number> {
    await this.context.out.put(text);
    return new TextEncoder().encode(text).length;
  }

  private style(onlyInput: boolean): Style {
    const { options, context } = this;
    const pretty = options.has('p') || (context.out.terminal && !options.has('vimgrep'));
    const each = options.has('vimgrep');
    const color = options.get('color');
    const columns = lastOf(options, 'column', 'no-column', 'vimgrep');
    const numbers = lastOf(options, 'n', 'N');
    const beside = this.around.before > 0 || this.around.after > 0;
    const separates = beside && !options.has('passthru') && !options.has('no-context-separator');
    return {
      named: this.named,
      heading: lastOf(options, 'heading', 'no-heading') === 'heading' || (pretty && !options.has('no-heading')),
      lines: numbers === undefined ? each || options.has('column') || (pretty && !onlyInput) : numbers === 'n',
      columns: columns !== undefined && columns !== 'no-column',
      offsets: options.has('b'),
      colors:
        color === 'always' ||
        color === 'ansi' ||
        ((color === undefined || color === 'auto') && (pretty || options.has('p'))),
      only: options.has('o') && !this.around.invert,
      each,
      replacement: options.get('r'),
      trim: options.has('trim'),
      nul: options.has('0'),
      most: rgNumber(options, 'M'),
      preview: options.has('max-columns-preview'),
      invert: this.around.invert,
      matchSeparator: unescaped(options.get('field-match-separator') ?? ':'),
      contextSeparator: unescaped(options.get('field-context-separator') ?? '-'),
      blockSeparator: separates ? unescaped(options.get('context-separator') ?? '--') : undefined,
    };
  }

  private tellTotals(): void {
    const { totals, context } = this;
    context.out.write(
      `\n${totals.matches} matches\n${totals.lines} matched lines\n${totals.found} files contained matches\n${totals.searches} files searched\n${totals.printed} bytes printed\n${totals.bytes} bytes searched\n${rgSeconds(totals.ms).replace('s', '')} seconds spent searching\n${rgSeconds(performance.now() - this.started).replace('s', '')} seconds total\n`,
    );
  }

  private async fail(message: string): Promise<void> {
    this.failed = true;
    if (!this.options.has('no-messages')) await this.context.fail(message);
  }
}

const ERRORS: Readonly<Record<string, number>> = { ENOENT: 2, EACCES: 13, ENOTDIR: 20, EISDIR: 21, ELOOP: 40 };

const numberOfError = (error: unknown): string => {
  const number = ERRORS[String(Object(error).code)];
  return number === undefined ? '' : ` (os error ${number})`;
};

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:x([0-9a-fA-F]{2})|([nrt0\\]))/g, (_, hex?: string, letter?: string) =>
    hex === undefined
      ? ({ n: '\n', r: '\r', t: '\t', '0': '\0' }[letter ?? ''] ?? '\\')
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
