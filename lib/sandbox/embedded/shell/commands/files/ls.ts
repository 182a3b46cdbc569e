import { errorText } from '../../io/error-text';
import { patternRegExp } from '../../language/pattern';
import { strftime } from '../../builtins/strftime';
import { CommandFailure, quoted, UsageFailure, type Command, type CommandContext, type Stat } from '../context';
import { oneOf, parseOptions, type ParsedOptions } from '../options';
import { versionOrder } from '../text/sort-values';
import { widthOf } from '../text/wc';
import { nameColors } from './name-colors';
import { styledName } from './name-style';
import { sizeUnit } from './size';
import { modeText } from './mode';

interface Entry {
  name: string;
  path: string;
  stat: Stat;
}

const SPEC =
  'a A b B c C d D! f F g G h H i I: k l L m n N o p q Q r R s S t T: u U v w: x X Z! 1 all=a almost-all=A author escape=b ignore-backups=B color:: directory=d dired=D dereference-command-line=H dereference-command-line-symlink-to-dir=H classify::=F file-type full-time no-group=G group-directories-first human-readable=h si hide: indicator-style: inode=i ignore:=I kibibytes=k dereference=L numeric-uid-gid=n literal=N hide-control-chars=q show-control-chars quote-name=Q quoting-style: reverse=r recursive=R size=s sort: time: time-style: tabsize:=T width:=w context=Z zero hyperlink::! block-size: format:';

export const lsCommand: Command = async (context) => {
  const options = parseOptions(context.args, SPEC, { status: 2 });
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = options.get(name);
    if (value !== undefined) oneOf(value, name, choices);
  }
  if (!/^(?:|always|yes|force|never|no|none|auto|tty|if-tty)$/.test(options.get('color') ?? ''))
    throw new UsageFailure(
      `invalid argument ‘${options.get('color')}’ for ‘--color’\nValid arguments are:\n  - ‘always’, ‘yes’, ‘force’\n  - ‘never’, ‘no’, ‘none’\n  - ‘auto’, ‘tty’, ‘if-tty’`,
    );
  const lister = new Lister(context, options);
  let status = 0;
  const tab = options.get('T');
  if (tab !== undefined && !/^\d+$/.test(tab)) throw new CommandFailure(`invalid tab size: ‘${tab}’`, 2);
  const paths = options.operands.length > 0 ? options.operands : ['.'];
  const files: Entry[] = [];
  const folders: Entry[] = [];
  for (const path of paths) {
    try {
      const full = context.path(path);
      let stat = context.sys.stat(full, false);
      if (stat.type === 'symlink' && !options.has('d')) {
        const target = followed(context, full);
        if (!target && options.has('L')) context.sys.stat(full);
        const follows = options.has('L') || options.has('H') || path.endsWith('/');
        if (target && (follows || (!lister.long && !options.has('F') && target.type === 'directory'))) stat = target;
      }
      const entry = { name: path, path: full, stat };
      if (stat.type === 'directory' && !options.has('d')) folders.push(entry);
      else files.push(entry);
    } catch (error) {
      status = await context.fail(`cannot access '${path}': ${errorText(error)}`, 2);
    }
  }
  lister.sort(files);
  lister.sort(folders);
  lister.show(files);
  const titled = paths.length > 1 || options.has('R');
  for (const [index, folder] of folders.entries()) lister.folder(folder, titled, index > 0 || files.length > 0);
  return status;
};

function followed(context: CommandContext, path: string): Stat | undefined {
  try {
    return context.sys.stat(path);
  } catch {
    return undefined;
  }
}

/** The options that choose a form of output. */
const FORMAT: ReadonlySet<string> = new Set(['C', 'x', 'm', '1', 'zero', 'format']);

const FORMATS: Readonly<Record<string, string>> = {
  across: 'x',
  horizontal: 'x',
  commas: 'm',
  'single-column': '1',
  vertical: 'C',
};

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  format: ['verbose', 'long', 'commas', 'horizontal', 'across', 'vertical', 'single-column'],
  'indicator-style': ['none', 'slash', 'file-type', 'classify'],
  'quoting-style': [
    'literal',
    'shell',
    'shell-always',
    'shell-escape',
    'shell-escape-always',
    'c',
    'c-maybe',
    'escape',
    'locale',
    'clocale',
  ],
  sort: ['none', 'time', 'size', 'extension', 'version', 'width'],
  time: ['atime', 'access', 'use', 'ctime', 'status', 'birth', 'creation'],
};

class Lister {
  readonly long: boolean;
  private readonly format: string;
  private readonly ignored: RegExp[];
  private readonly color: ReturnType<typeof nameColors>;
  /** A size in the unit that the options ask for. */
  private readonly unit: ((bytes: number) => string) | undefined;
  /** Width of a line, in columns; `-w 0` means no limit. */
  private readonly width: number;

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
  ) {
    this.long =
      ['l', 'g', 'o', 'n', 'full-time'].some((name) => options.has(name)) ||
      /^(?:long|verbose)$/.test(options.get('format') ?? '') ||
      (context.name === 'vdir' && !options.list.some(({ name }) => FORMAT.has(name)));
    const chosen = options.list
      .map(({ name, value }) => (name === 'format' ? FORMATS[value] : name === 'zero' ? '1' : name))
      .findLast((name) => name !== undefined && 'Cxm1'.includes(name));
    this.format = this.long ? 'l' : (chosen ?? (context.out.terminal || context.name === 'dir' ? 'C' : '1'));
    this.unit = sizeUnit(options);
    const width = options.get('w') ?? context.size.cols;
    if (options.has('w') && !/^\d+$/.test(width)) throw new CommandFailure(`invalid line width: ‘${width}’`, 2);
    this.width = Number(width) || (options.has('w') ? Infinity : 80);
    const hides = !options.has('a') && !options.has('A') && !options.has('f');
    this.ignored = [...options.all('I'), ...(hides ? options.all('hide') : [])].map((glob) => patternRegExp(glob));
    this.color = nameColors(context.env.LS_COLORS);
  }

  folder({ name, path }: Entry, titled: boolean, spaced: boolean): void {
    const { context, options } = this;
    if (titled) context.out.write(`${spaced ? '\n' : ''}${this.quoted(name)}:\n`);
    const entries = this.entriesOf(path);
    if (this.long || options.has('s')) context.out.write(`total ${this.blocks(entries)}\n`);
    this.show(entries);
    if (!options.has('R')) return;
    for (const entry of entries) {
      if (entry.stat.type !== 'directory' || entry.name === '.' || entry.name === '..') continue;
      this.folder({ ...entry, name: `${name.replace(/\/$/, '')}/${entry.name}` }, true, true);
    }
  }

  private blocks(entries: readonly Entry[]): string {
    return this.room(entries.reduce((sum, { stat }) => sum + blocksOf(stat), 0));
  }

  /** What kibibytes of the disk are in the unit that the options ask for. */
  private room(kibibytes: number): string {
    return this.unit === undefined ? String(kibibytes) : this.unit(kibibytes * 1024);
  }

  private entriesOf(folder: string): Entry[] {
    const { options, context } = this;
    const all = options.list.findLast(({ name }) => 'aAf'.includes(name))?.name;
    const entries: Entry[] = context.sys
      .listStats(folder)
      .filter(({ name }) => all !== undefined || !name.startsWith('.'))
      .filter(({ name }) => !(options.has('B') && name.endsWith('~')) && !this.ignored.some((one) => one.test(name)))
      .map(({ name, ...stat }) => {
        const path = `${folder === '/' ? '' : folder}/${name}`;
        return { name, path, stat: (options.has('L') ? followed(context, path) : undefined) ?? stat };
      });
    if (all === 'a' || all === 'f') {
      entries.unshift(
        { name: '.', path: folder, stat: context.sys.stat(folder) },
        { name: '..', path: folder, stat: context.sys.stat(folder.replace(/\/[^/]*$/, '') || '/') },
      );
    }
    this.sort(entries);
    return entries;
  }

  sort(entries: Entry[]): void {
    const { options } = this;
    if (options.has('U') || options.has('f') || options.get('sort') === 'none') return;
    const by = options.list.findLast(({ name }) => ['S', 't', 'v', 'X', 'sort'].includes(name));
    // Without `-l`, choosing a time sorts by it.
    const byTime = !this.long && ['c', 'u', 'time'].some((name) => options.has(name)) ? 't' : '';
    const kind =
      by?.name === 'sort'
        ? ({ size: 'S', time: 't', version: 'v', extension: 'X', width: 'w' }[by.value] ?? '')
        : (by?.name ?? byTime);
    const names = (a: Entry, b: Entry) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
    const extension = (name: string) => (name.lastIndexOf('.') > 0 ? name.slice(name.lastIndexOf('.')) : '');
    entries.sort((a, b) => {
      if (kind === 'S') return listedSize(b.stat) - listedSize(a.stat) || names(a, b);
      if (kind === 't') return this.timeOf(b.stat) - this.timeOf(a.stat) || names(a, b);
      if (kind === 'w') return widthOf(a.name) - widthOf(b.name) || names(a, b);
      if (kind === 'v') return versionOrder(a.name, b.name);
      if (kind === 'X')
        return extension(a.name) < extension(b.name) ? -1 : extension(a.name) > extension(b.name) ? 1 : names(a, b);
      return names(a, b);
    });
    if (options.has('r')) entries.reverse();
    if (options.has('group-directories-first'))
      entries.sort((a, b) => Number(b.stat.type === 'directory') - Number(a.stat.type === 'directory'));
  }

  show(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    const { out } = this.context;
    if (this.format === 'l') return this.rows(entries);
    const sizes = entries.map(({ stat }) => this.room(blocksOf(stat)));
    const inodes = entries.map(({ stat }) => String(stat.ino));
    const width = (texts: string[]) => Math.max(...texts.map((text) => text.length));
    const items = entries.map(
      (entry, at) =>
        (this.options.has('i') ? `${(inodes[at] ?? '').padStart(width(inodes))} ` : '') +
        (this.options.has('s') ? `${(sizes[at] ?? '').padStart(width(sizes))} ` : '') +
        this.label(entry),
    );
    if (this.format === '1') out.write(items.map((item) => item + (this.options.has('zero') ? '\0' : '\n')).join(''));
    else if (this.format === 'm') out.write(`${wrapped(items, this.width)}\n`);
    else
      out.write(
        columns(
          items,
          this.width,
          this.format === 'x',
          this.width === Infinity ? 0 : Number(this.options.get('T') ?? TAB),
        ),
      );
  }

  /** The time of the file that the options ask for. */
  private timeOf({ atimeMs, birthtimeMs, ctimeMs, mtimeMs }: Entry['stat']): number {
    const last = this.options.list.findLast(({ name }) => ['c', 'u', 'time'].includes(name));
    if (last?.name === 'u' || /^(?:atime|access|use)$/.test(last?.value ?? '')) return atimeMs;
    if (/^(?:birth|creation)$/.test(last?.value ?? '')) return birthtimeMs;
    return last?.name === 'c' || /^(?:ctime|status)$/.test(last?.value ?? '') ? ctimeMs : mtimeMs;
  }

  private rows(entries: readonly Entry[]): void {
    const { options, context } = this;
    const user = options.has('n') ? '1000' : (context.env.USER ?? 'user');
    const rows = entries.map((entry) => {
      const { stat } = entry;
      const cells = [
        ...(options.has('i') ? [String(stat.ino)] : []),
        ...(options.has('s') ? [this.room(blocksOf(stat))] : []),
        modeText(stat.type, stat.mode),
        String(stat.links),
        ...(options.has('g') ? [] : [user]),
        ...(options.has('o') || options.has('G') ? [] : [user]),
        ...(options.has('author') ? [user] : []),
        this.unit?.(listedSize(stat)) ?? String(listedSize(stat)),
        this.time(this.timeOf(stat)),
      ];
      const target = stat.type === 'symlink' ? ` -> ${context.sys.readlink(entry.path)}` : '';
      return { cells, label: this.label(entry) + target };
    });
    const widths = rows[0]?.cells.map((_, at) => Math.max(...rows.map(({ cells }) => cells[at]?.length ?? 0))) ?? [];
    const words = new Set(['user', 'group']);
    const leftFrom = (options.has('i') ? 1 : 0) + (options.has('s') ? 1 : 0);
    for (const { cells, label } of rows) {
      const shown = cells.map((cell, at) => {
        const text = at === leftFrom || (at > leftFrom + 1 && at < cells.length - 2) || words.has(cell);
        return text ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
      });
      context.out.write(`${shown.join(' ')} ${label}\n`);
    }
  }

  /** The style of times. Throws `Failure` if it is none. */
  private get timeStyle(): string {
    const { options, context } = this;
    const given = options.get('time-style') ?? context.env.TIME_STYLE ?? 'locale';
    const style = options.has('full-time') ? 'full-iso' : given.replace(/^posix-/, '');
    if (style.startsWith('+') || ['full-iso', 'long-iso', 'iso', 'locale'].includes(style)) return style;
    throw new UsageFailure(
      `invalid argument ${quoted(given)} for ‘time style’\nValid arguments are:\n  - [posix-]full-iso\n  - [posix-]long-iso\n  - [posix-]iso\n  - [posix-]locale\n  - +FORMAT (e.g., +%H:%M) for a 'date'-style format`,
      2,
    );
  }

  private time(ms: number): string {
    const recent = Date.now() - ms < 15_778_476_000 && ms <= Date.now() + 1000;
    const zone = this.context.env.TZ ?? '';
    const style = this.timeStyle;
    if (style.startsWith('+')) {
      const [old = '', now = old] = style.slice(1).split('\n');
      return strftime(recent ? now : old, ms, zone);
    }
    const formats: Readonly<Record<string, string>> = {
      'full-iso': '%F %T.%N %z',
      'long-iso': '%F %H:%M',
      iso: recent ? '%m-%d %H:%M' : '%F ',
    };
    return strftime(formats[style] ?? (recent ? '%b %e %H:%M' : '%b %e  %Y'), ms, zone);
  }

  private label({ name, stat }: Entry): string {
    return this.colored(this.quoted(name), name, stat) + this.indicator(stat);
  }

  private colored(text: string, name: string, stat: Stat): string {
    const when = this.options.get('color');
    const shows =
      /^(?:|always|yes|force)$/.test(when ?? 'never') ||
      (/^(?:auto|tty|if-tty)$/.test(when ?? '') && this.context.out.terminal);
    return shows ? this.color(text, name, stat) : text;
  }

  private quoted(name: string): string {
    const { options } = this;
    const own = this.context.name === 'ls' ? (this.context.out.terminal ? 'shell-escape' : 'literal') : 'escape';
    const last = options.list.findLast(({ name: option }) => ['Q', 'N', 'b', 'quoting-style'].includes(option));
    const letters: Readonly<Record<string, string>> = { Q: 'c', N: 'literal', b: 'escape' };
    const style = last ? (letters[last.name] ?? last.value) : (this.context.env.QUOTING_STYLE ?? own);
    const shown = styledName(name, style);
    return options.has('q') ? shown.replaceAll(/\p{Cc}/gu, '?') : shown;
  }

  private indicator({ type, mode }: Stat): string {
    const last = this.options.list.findLast(({ name }) => ['p', 'F', 'file-type', 'indicator-style'].includes(name));
    const style = last?.name === 'indicator-style' ? last.value : (STYLES[last?.name ?? ''] ?? 'none');
    if (style === 'none') return '';
    if (type === 'directory') return '/';
    if (style === 'slash') return '';
    if (type === 'symlink') return this.long ? '' : '@';
    if (type === 'fifo') return '|';
    return mode & 0o111 && style === 'classify' ? '*' : '';
  }
}

const STYLES: Readonly<Record<string, string>> = { p: 'slash', F: 'classify', 'file-type': 'file-type' };

/** A folder counts as one page. */
export const listedSize = ({ type, size }: Stat): number => (type === 'directory' ? 4096 : size);

/** The space a file takes in whole pages, in kibibytes. */
export const blocksOf = ({ type, size }: Stat): number =>
  type === 'directory' ? 4 : type === 'symlink' ? 0 : Math.ceil(size / 4096) * 4;

function wrapped(items: readonly string[], width: number): string {
  let text = '';
  let line = 0;
  for (const [at, item] of items.entries()) {
    if (at > 0) {
      const breaks = line + widthOf(item) + 2 >= width;
      text += breaks ? ',\n' : ', ';
      line = breaks ? 0 : line + 2;
    }
    text += item;
    line += widthOf(item);
  }
  return text;
}

/** The gap between two columns: tabs as far as they go, then spaces. */
function gap(from: number, to: number, size: number): string {
  let text = '';
  for (let at = from; at < to;) {
    const tab = size > 0 && Math.floor(to / size) > Math.floor((at + 1) / size);
    text += tab ? '\t' : ' ';
    at += tab ? size - (at % size) : 1;
  }
  return text;
}

const TAB = 8;

/** Arranges items in as many columns as fit, each as wide as it needs. */
function columns(items: readonly string[], width: number, across: boolean, tab: number): string {
  // oxlint-disable-next-line no-control-regex
  const sizes = items.map((item) => widthOf(item.replaceAll(/\x1b\[[\d;]*m/g, '')));
  for (let count = Math.min(items.length, Math.max(1, Math.floor(width / 3))); count >= 1; count -= 1) {
    const rows = Math.ceil(items.length / count);
    const place = (index: number) => (across ? index % count : Math.floor(index / rows));
    const widths = Array<number>(count).fill(0);
    for (const [index, size] of sizes.entries()) widths[place(index)] = Math.max(widths[place(index)] ?? 0, size + 2);
    const used = widths.reduce((sum, size) => sum + size, 0) - 2;
    if (used >= width && count > 1) continue;
    const lines = Array.from({ length: rows }, (_, row) => {
      const cells = items
        .map((item, index) => ({ item, index }))
        .filter(({ index }) => (across ? Math.floor(index / count) : index % rows) === row);
      let start = 0;
      return cells
        .map(({ item, index }, at) => {
          const [from, to] = [start + (sizes[index] ?? 0), start + (widths[place(index)] ?? 0)];
          start = to;
          return at === cells.length - 1 ? item : item + gap(from, to, tab);
        })
        .join('');
    });
    return `${lines.join('\n')}\n`;
  }
  return '';
}
