import { errorText } from '../../io/error-text';
import { decodeInC, decoderOf, encode } from '../../../../bytes-text';
import { patternRegExp } from '../../language/pattern';
import { CommandFailure, hintOf, type Command, type CommandContext } from '../context';
import { statPath } from '../stat-path';
import { oneOf, parseOptions, type ParsedOptions } from '../options';
import { Below, type Needed } from './below';
import { compilePatterns } from './grep-pattern';

/** The options of `grep`. */
export const GREP_OPTIONS =
  'E F G P e: f: i y=i v w x c L l m: o q s b H h n T Z z A: B: C: a U I r R d: D: u V extended-regexp=E fixed-strings=F basic-regexp=G perl-regexp=P regexp:=e file:=f ignore-case=i no-ignore-case invert-match=v word-regexp=w line-regexp=x count=c files-without-match=L files-with-matches=l max-count:=m only-matching=o quiet=q silent=q no-messages=s byte-offset=b with-filename=H no-filename=h line-number=n initial-tab=T null=Z null-data=z after-context:=A before-context:=B context:=C text=a binary-files: recursive=r dereference-recursive=R include: exclude: exclude-from:! exclude-dir: color:: colour::=color line-buffered label: group-separator: no-group-separator binary directories:=d devices:=D';

const withoutNumbers = (args: readonly string[]): string[] =>
  args.map((arg) => (/^-\d+$/.test(arg) ? `-C${arg.slice(1)}` : arg));

/** How much of a pipe GNU's grep reads at once. */
const BLOCK = 98_304;

/** `grep`, `egrep` and `fgrep`. */
export const grepCommand: Command = async (context) => {
  const args = withoutNumbers(context.args);
  if (args.includes('--version') || args[0] === '-V') {
    context.out.write('grep (GNU grep) 3.8\n');
    return 0;
  }
  const options = parseOptions(args, GREP_OPTIONS, { status: 2 });
  const operands = [...options.operands];
  if (operands.length === 0 && !options.has('e') && !options.has('f')) {
    context.err.write(`${hintOf('grep')}\n`);
    return 2;
  }
  const read = decoderOf(context.env);
  const patterns = (await patternsOf(context, options, operands)).map((pattern) => read(encode(pattern)));
  const compiled = compilePatterns(context, options, patterns);
  const searcher = new Searcher(context, options, compiled?.pattern);
  if (!READS_ALL.some((name) => options.has(name))) searcher.needed = compiled?.needed;
  for (const value of options.all('d')) oneOf(value, 'directories', ['read', 'recurse', 'skip']);
  const recursive = options.has('r') || options.has('R') || options.get('d') === 'recurse';
  const files = operands.length > 0 ? operands : [recursive ? '.' : '-'];
  searcher.named =
    options.list.findLast(({ name }) => name === 'H' || name === 'h')?.name === 'H' ||
    (!options.has('h') && (files.length > 1 || (recursive && isFolder(context, files[0] ?? '.'))));
  for (const file of files) {
    await searcher.path(file, recursive, operands.length === 0);
    if (searcher.found && options.has('q')) return 0;
  }
  if (searcher.failed && !(searcher.found && options.has('q'))) return 2;
  return searcher.found ? 0 : 1;
};

const isFolder = (context: CommandContext, path: string): boolean => statPath(context, path)?.type === 'directory';

async function patternsOf(context: CommandContext, options: ParsedOptions, operands: string[]): Promise<string[]> {
  const given = options.all('e').flatMap((text) => text.split('\n'));
  for (const file of options.all('f')) {
    const lines = await context.open(file).lines();
    given.push(...lines);
  }
  if (options.has('e') || options.has('f')) return given;
  return (operands.shift() ?? '').split('\n');
}

/** Options that report files without a match, too. */
const READS_ALL = ['v', 'L', 'c'];

class Searcher {
  found = false;
  failed = false;
  named = false;
  /** Literals that a file must contain to be read at all. */
  needed: Needed | undefined;
  private below: Below | undefined;
  private readonly before: number;
  private readonly after: number;
  private readonly most: number;
  private readonly colors: boolean;
  private readonly includes: RegExp[];
  private readonly excludes: RegExp[];
  private readonly closed: RegExp[];
  private separates = false;

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
    private readonly pattern: RegExp | undefined,
  ) {
    const number = (name: string) => {
      const text = options.get(name) ?? options.get('C') ?? '0';
      if (!/^\d+$/.test(text)) throw new CommandFailure(`${text}: invalid context length argument`, 2);
      return Number(text);
    };
    this.after = number('A');
    this.before = number('B');
    this.most = Number(options.get('m') ?? Infinity);
    if (Number.isNaN(this.most)) throw new CommandFailure('invalid max count', 2);
    const color = options.get('color');
    this.colors =
      color === 'always' ||
      color === 'yes' ||
      color === 'force' ||
      ((color === '' || color === 'auto') && context.out.terminal);
    const globs = (name: string) => options.all(name).map((glob) => patternRegExp(glob.replace(/\/$/, '')));
    [this.includes, this.excludes, this.closed] = [globs('include'), globs('exclude'), globs('exclude-dir')];
  }

  async path(path: string, recursive: boolean, implicit: boolean): Promise<void> {
    const { context, options } = this;
    if (path === '-' || path.startsWith('/dev/'))
      return this.file(path, path === '-' ? (options.get('label') ?? '(standard input)') : path);
    try {
      const { type } = context.sys.stat(context.path(path));
      if (type !== 'directory') {
        const name = path.split('/').at(-1) ?? '';
        if (this.left(name)) return;
        return await this.file(path, path);
      }
      if (!recursive) {
        if (options.get('d') === 'skip') return;
        this.failed = true;
        if (!options.has('s')) await this.tell(`${path}: Is a directory`);
        return;
      }
      this.below = options.has('R') ? undefined : new Below(context, context.path(path), this.needed);
      await this.folder(path, implicit ? '' : path.replace(/\/*$/, '/'));
    } catch (error) {
      if (typeof Object(error).code !== 'string' && !(error instanceof CommandFailure)) throw error;
      this.failed = true;
      if (!options.has('s'))
        await this.tell(error instanceof CommandFailure ? error.message : `${path}: ${errorText(error)}`);
    }
  }

  private async tell(message: string): Promise<void> {
    await this.context.out.flush();
    this.context.err.write(`${this.context.name}: ${message}\n`);
    await this.context.err.flush();
  }

  private left(name: string): boolean {
    return (
      (this.includes.length > 0 && !this.includes.some((one) => one.test(name))) ||
      this.excludes.some((one) => one.test(name))
    );
  }

  private async folder(path: string, prefix: string): Promise<void> {
    const { context, below } = this;
    const at = context.path(path);
    for (const { name, type } of below?.list(at) ?? context.sys.list(at)) {
      if (type === 'directory') {
        if (!this.closed.some((one) => one.test(name))) await this.folder(`${path}/${name}`, `${prefix}${name}/`);
      } else if (
        !this.left(name) &&
        (type === 'file' || this.options.has('R')) &&
        below?.mayMatch(context.path(`${path}/${name}`)) !== false
      )
        await this.file(`${path}/${name}`, prefix + name);
      if (this.found && this.options.has('q')) return;
    }
  }

  private async file(path: string, shown: string): Promise<void> {
    const { context, options } = this;
    const end = options.has('z') ? 0 : 10;
    if (!this.quiet && context.isOutput(path)) {
      this.failed = true;
      return this.tell(`${shown}: input file is also the output`);
    }
    const input = context.open(path);
    const state: State = {
      shown,
      number: 0,
      offset: 0,
      count: 0,
      pending: [],
      due: 0,
      last: 0,
      binary: false,
      hidden: false,
    };
    let stopped = false;
    for await (const { texts, leave } of input.batches(end, decoderOf(context.env))) {
      if (
        !options.has('a') &&
        !options.has('z') &&
        this.binaryFiles !== 'text' &&
        texts.some((text) => text.includes('\0'))
      )
        state.binary = true;
      if (state.binary && this.binaryFiles === 'without-match') return this.finish(state);
      // In a binary file, a zero byte also ends a line.
      const lines = state.binary ? texts.flatMap((one) => one.split('\0')) : texts;
      let selected = 0;
      for (const [at, text] of lines.entries()) {
        const before = state.count;
        stopped = !this.line(text, state);
        if (state.count > before) selected = at + 1;
        if (stopped) break;
      }
      // With -m, the next reader goes on after the last line that was selected.
      if (stopped && options.has('m') && !state.binary) leave(selected, BLOCK);
      if (context.out.full) await context.out.flush();
      if (stopped) break;
    }
    await this.finish(state);
  }

  /** Handles a line; returns whether to go on. */
  private line(text: string, state: State): boolean {
    const { options } = this;
    state.number += 1;
    const start = state.offset;
    if (options.has('b')) state.offset += encode(text).length + 1;
    if (state.count >= this.most) {
      if (state.due <= 0 || this.quiet) return false;
      state.due -= 1;
      this.show(text, state, '-', start);
      return state.due > 0;
    }
    const matches = this.matches(text) !== options.has('v');
    if (!matches) {
      if (state.due > 0) {
        state.due -= 1;
        this.show(text, state, '-', start);
      } else if (this.before > 0) {
        state.pending.push({ text, number: state.number, start });
        if (state.pending.length > this.before) state.pending.shift();
      }
      return true;
    }
    state.count += 1;
    this.found = true;
    if (this.quiet)
      return (
        !(options.has('q') || options.has('l') || options.has('L')) && (state.count < this.most || !options.has('c'))
      );
    if (state.binary && !options.has('a')) return false;
    this.contextBefore(state);
    this.show(text, state, ':', start);
    state.due = this.after;
    return state.count < this.most || state.due > 0;
  }

  /** The value of `--binary-files`, or what `-I` stands for. */
  private get binaryFiles(): string {
    return this.options.has('I') ? 'without-match' : (this.options.get('binary-files') ?? 'binary');
  }

  private get quiet(): boolean {
    return ['q', 'l', 'L', 'c'].some((name) => this.options.has(name));
  }

  private matches(text: string): boolean {
    if (!this.pattern) return false;
    this.pattern.lastIndex = 0;
    return this.pattern.test(text);
  }

  private contextBefore(state: State): void {
    const first = state.pending[0]?.number ?? state.number;
    if (
      (this.before > 0 || this.after > 0) &&
      this.separates &&
      (state.last === 0 || first > state.last + 1) &&
      !this.options.has('no-group-separator')
    ) {
      this.context.out.write(`${this.options.get('group-separator') ?? '--'}\n`);
    }
    const { number } = state;
    for (const { text, number: at, start } of state.pending) {
      state.number = at;
      this.show(text, state, '-', start);
    }
    state.number = number;
    state.pending = [];
  }

  private show(text: string, state: State, mark: string, start: number): void {
    const { options, context } = this;
    state.last = state.number;
    this.separates = true;
    const end = options.has('z') ? '\0' : '\n';
    if (!options.has('o')) {
      if (this.isBroken(text)) {
        state.hidden = true;
        return;
      }
      context.out.write(`${this.prefix(state, mark, start)}${mark === ':' ? this.highlighted(text) : text}${end}`);
      return;
    }
    if (mark !== ':' || options.has('v') || !this.pattern) return;
    this.pattern.lastIndex = 0;
    for (const { 0: match, index } of text.matchAll(this.pattern)) {
      if (match === '') continue;
      if (this.isBroken(match)) {
        state.hidden = true;
        continue;
      }
      const at = start + (options.has('b') ? encode(text.slice(0, index)).length : 0);
      context.out.write(
        `${this.prefix(state, mark, at)}${this.colors ? `\x1b[01;31m\x1b[K${match}\x1b[m\x1b[K` : match}${end}`,
      );
    }
  }

  /** Whether a line is invalid UTF-8, which is not shown unless the options ask for it. */
  private isBroken(text: string): boolean {
    const { context, options } = this;
    if (text.isWellFormed() || options.has('a') || this.binaryFiles === 'text') return false;
    return decoderOf(context.env) !== decodeInC;
  }

  private highlighted(text: string): string {
    if (!this.colors || !this.pattern || this.options.has('v')) return text;
    return text.replaceAll(this.pattern, (match) => (match === '' ? '' : `\x1b[01;31m\x1b[K${match}\x1b[m\x1b[K`));
  }

  private prefix(state: State, mark: string, start: number): string {
    const { options } = this;
    const painted = (text: string, color: string) => (this.colors ? `\x1b[${color}m\x1b[K${text}\x1b[m\x1b[K` : text);
    const between = painted(mark, '36');
    let text = '';
    if (this.named) text += painted(state.shown, '35') + (options.has('Z') ? '\0' : between);
    if (options.has('n')) text += painted(String(state.number), '32') + between;
    if (options.has('b')) text += painted(String(start), '32') + between;
    // Pads the number to GNU's minimum width, so that columns line up.
    return options.has('T') && text !== '' ? `${text.replace(/^(\d+)(?=\D*$)/, (all) => all.padStart(2))}\t` : text;
  }

  private async finish(state: State): Promise<void> {
    const { options, context } = this;
    const name = `${state.shown}${options.has('Z') ? '\0' : '\n'}`;
    if (options.has('q')) return;
    if (options.has('L')) {
      if (state.count === 0) context.out.write(name);
    } else if (options.has('l')) {
      if (state.count > 0) context.out.write(name);
    } else if (options.has('c'))
      context.out.write(`${this.named ? state.shown + (options.has('Z') ? '\0' : ':') : ''}${state.count}\n`);
    else if (
      (state.binary && state.count > 0 && !options.has('o')) ||
      (state.hidden && this.binaryFiles !== 'without-match')
    )
      await this.tell(`${state.shown}: binary file matches`);
  }
}

interface State {
  shown: string;
  number: number;
  offset: number;
  count: number;
  pending: { text: string; number: number; start: number }[];
  /** Number of context lines still to show after a match. */
  due: number;
  /** The last line shown. */
  last: number;
  binary: boolean;
  /** Whether a line was not shown because its bytes are not text. */
  hidden: boolean;
}
