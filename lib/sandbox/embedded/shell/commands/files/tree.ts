import { IgnoreRules } from '../../../../search/ignore-rules';
import { strftime } from '../../builtins/strftime';
import { patternRegExp } from '../../language/pattern';
import { CommandFailure, UsageFailure, type Command, type CommandContext, type Stat } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import { listedSize } from './ls';
import { modeText } from './mode';

const SPEC =
  'a d l f x L: R! P: I: i q N Q p u g s h D F v t c U r n C A! S! J X! o: H:! T:! gitignore gitfile:! matchdirs metafirst! ignore-case nolinks! inodes! device! sort: dirsfirst filesfirst filelimit: si du prune charset: timefmt: fromfile! fflinks! info! noreport version help';

const SORTS: Readonly<Record<string, string>> = { name: 'name', version: 'v', size: 'size', mtime: 't', ctime: 'c' };

/** `tree`, like version 2.1. */
export const tree: Command = async (context) => {
  const options = readOptions(context.args);
  const sort = options.get('sort');
  if (sort !== undefined && !Object.hasOwn(SORTS, sort)) {
    await context.fail(`Sort type '${sort}' not valid, should be one of: `);
    context.out.write(`${Object.keys(SORTS).join(',')}\n`);
    return 1;
  }
  if (options.has('version')) {
    context.out.write('tree v2.1.0\n');
    return 0;
  }
  const lister = new TreeLister(context, options);
  const output = options.get('o');
  const out = output === undefined ? context.out : context.create(output);
  const paths = options.operands.length > 0 ? options.operands : ['.'];
  out.write(lister.text(paths));
  await out.flush();
  return lister.status;
};

function readOptions(args: readonly string[]): ParsedOptions {
  try {
    const options = parseOptions(args, SPEC);
    for (const name of ['L', 'filelimit'])
      if (options.has(name) && !/^[1-9]\d*$/.test(options.get(name) ?? ''))
        throw new CommandFailure(
          name === 'L' ? 'Invalid level, must be greater than 0.' : `Invalid filelimit: ${options.get(name)}`,
        );
    return options;
  } catch (error) {
    if (!(error instanceof UsageFailure)) throw error;
    throw new CommandFailure(
      error.message
        .replace(/unrecognized option '(.*)'/, "Invalid argument `$1'.")
        .replace(/invalid option -- '(.)'/, "Invalid argument -`$1'."),
    );
  }
}

interface Node {
  readonly name: string;
  /** The path that `-f` shows. */
  readonly shown: string;
  readonly path: string;
  readonly stat: Stat;
  /** The target of a link. */
  readonly target?: { readonly text: string; readonly stat: Stat | undefined };
  /** Undefined if it is not a folder, or a folder that is not entered. */
  children?: readonly Node[];
  note?: string;
  size: number;
}

const isFolder = ({ stat, target }: Node): boolean => (target?.stat ?? stat).type === 'directory';

class TreeLister {
  status = 0;
  private folders = 0;
  private files = 0;
  private used = 0;
  private readonly lines: string[] = [];
  /** The roots, and the targets of the links that were followed. */
  private readonly followed = new Set<string>();
  private readonly wanted: readonly RegExp[];
  private readonly refused: readonly RegExp[];

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
  ) {
    const ignoreCase = options.has('ignore-case');
    const patterns = (name: string) =>
      options.all(name).flatMap((text) => text.split('|').map((pattern) => patternRegExp(pattern, { ignoreCase })));
    [this.wanted, this.refused] = [patterns('P'), patterns('I')];
  }

  text(paths: readonly string[]): string {
    const { options } = this;
    const roots = paths.map((path) => this.root(path));
    if (options.has('J')) return this.json(roots);
    for (const root of roots) {
      this.lines.push(this.line('', root));
      this.below(root, '');
    }
    const report = options.has('noreport') ? '' : this.report();
    return `${this.lines.join('\n')}\n${report}`;
  }

  private report(): string {
    const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
    const used = this.options.has('du') ? `${this.sizeText(this.used)}${this.human ? '' : ' bytes'} used in ` : '';
    const files = this.options.has('d') ? '' : `, ${counted(this.files, 'file', 'files')}`;
    return `\n${used}${counted(this.folders, 'directory', 'directories')}${files}\n`;
  }

  private get human(): boolean {
    return this.options.has('h') || this.options.has('si');
  }

  private root(path: string): Node {
    const { context, options } = this;
    const full = context.path(path);
    const none = { type: 'file', size: 0, mode: 0, mtimeMs: 0 } as const;
    let stat: Stat | undefined;
    try {
      stat = context.sys.stat(full);
    } catch {
      this.status = 2;
    }
    const node: Node = {
      name: path,
      shown: path.replace(/(?<=.)\/+$/, ''),
      path: full,
      stat: stat ?? { ...context.sys.stat('/'), ...none },
      size: stat ? listedSize(stat) : 0,
    };
    if (stat?.type !== 'directory') {
      node.note = 'error opening dir';
      if (stat) this.files += 1;
      return node;
    }
    const rules = options.has('gitignore') ? IgnoreRules.at(context.sys, full) : undefined;
    this.followed.add(context.sys.realpath(full));
    this.read(node, 1, rules);
    // A root that shows nothing is not counted.
    if (node.note !== undefined || (node.children?.length ?? 0) > 0) this.folders += 1;
    this.used += node.size;
    return node;
  }

  /** Reads a folder's entries, counts them and adds up their sizes. */
  private read(node: Node, depth: number, rules: IgnoreRules | undefined): void {
    const { context, options } = this;
    if (depth > Number(options.get('L') ?? Infinity)) return;
    const found = context.sys.listStats(node.path).filter(({ name }) => options.has('a') || !name.startsWith('.'));
    if (found.length > Number(options.get('filelimit') ?? Infinity)) {
      node.note = `${found.length} entries exceeds filelimit, not opening dir`;
      return;
    }
    const children: Node[] = [];
    for (const { name, ...stat } of found) {
      const child = this.node(node, name, stat);
      const folder = isFolder(child);
      if (!this.isWanted(child, folder, node) || rules?.judge(child.path, folder) === 'ignore') continue;
      if (folder) this.enter(child, depth, rules);
      if (options.has('prune') && folder && !child.target && (child.children?.length ?? 0) === 0) continue;
      if (options.has('du')) node.size += child.size;
      children.push(child);
    }
    for (const child of children) {
      if (isFolder(child)) this.folders += 1;
      else this.files += 1;
    }
    node.children = this.sorted(children);
  }

  private enter(child: Node, depth: number, rules: IgnoreRules | undefined): void {
    const { context, options } = this;
    if (child.target) {
      if (!options.has('l')) return;
      const real = context.sys.realpath(child.path);
      if (this.followed.has(real)) {
        child.note = 'recursive, not followed';
        return;
      }
      this.followed.add(real);
    }
    this.read(child, depth + 1, rules?.enter(context.sys, child.path));
  }

  private node(parent: Node, name: string, stat: Stat): Node {
    const { context } = this;
    const path = `${parent.path === '/' ? '' : parent.path}/${name}`;
    const node = {
      name,
      shown: `${parent.shown === '/' ? '' : parent.shown}/${name}`,
      path,
      stat,
      size: listedSize(stat),
    };
    if (stat.type !== 'symlink') return node;
    let followed: Stat | undefined;
    try {
      followed = context.sys.stat(path);
    } catch {
      // A dangling link.
    }
    return { ...node, target: { text: context.sys.readlink(path), stat: followed } };
  }

  private isWanted(node: Node, folder: boolean, parent: Node): boolean {
    const { options, wanted, refused } = this;
    if (options.has('d') && !folder) return false;
    const fits = (patterns: readonly RegExp[], { name }: Node) =>
      patterns.some((pattern) => pattern.test(name) || (folder && pattern.test(`${name}/`)));
    if (fits(refused, node)) return false;
    if (wanted.length === 0 || node.stat.type === 'directory') return true;
    return fits(wanted, node) || (options.has('matchdirs') && fits(wanted, parent));
  }

  private sorted(nodes: Node[]): Node[] {
    const { options } = this;
    const order = options.list.findLast(({ name }) => 'vtcU'.includes(name) || name === 'sort');
    const chosen = order?.name === 'sort' ? (SORTS[order.value] ?? 'name') : (order?.name ?? 'name');
    // Files here have no separate change time.
    const key = chosen === 'c' ? 't' : chosen;
    const byName = (a: Node, b: Node) => (a.name < b.name ? -1 : 1);
    const orders: Readonly<Record<string, (a: Node, b: Node) => number>> = {
      name: byName,
      v: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || byName(a, b),
      t: (a, b) => a.stat.mtimeMs - b.stat.mtimeMs || byName(a, b),
      size: (a, b) => listedSize(b.stat) - listedSize(a.stat) || byName(a, b),
    };
    const compare = orders[key];
    if (compare) nodes.sort(compare);
    if (options.has('r')) nodes.reverse();
    const first = options.has('dirsfirst')
      ? isFolder
      : options.has('filesfirst')
        ? (node: Node) => !isFolder(node)
        : undefined;
    return first ? nodes.sort((a, b) => Number(first(b)) - Number(first(a))) : nodes;
  }

  private below({ children = [] }: Node, indent: string): void {
    const [middle, last, down] = /ascii/i.test(this.options.get('charset') ?? '')
      ? ['|-- ', '`-- ', '|   ']
      : ['├── ', '└── ', '│\u00a0\u00a0 '];
    for (const [index, child] of children.entries()) {
      const isLast = index === children.length - 1;
      const bare = this.options.has('i');
      this.lines.push(this.line(bare ? '' : indent + (isLast ? last : middle), child));
      this.below(child, bare ? '' : indent + (isLast ? '    ' : down));
    }
  }

  private line(lead: string, node: Node): string {
    const { options } = this;
    const about = this.about(node);
    const name = this.name(options.has('f') ? node.shown : node.name, node.stat, node.target && !node.target.stat);
    const link = node.target ? ` -> ${this.name(node.target.text, node.target.stat)}` : '';
    const sign = options.has('F') ? signOf(node.target ? node.target.stat : node.stat, node.name) : '';
    const note = node.note === undefined ? '' : `  [${node.note}]`;
    return `${lead}${about === '' ? '' : `[${about}]  `}${name}${link}${sign}${note}`;
  }

  private name(text: string, stat: Stat | undefined, broken = false): string {
    const { options } = this;
    const safe = options.has('N')
      ? text
      : // oxlint-disable-next-line no-control-regex -- what no terminal shows
        text.replaceAll(/[\0-\x1f\x7f]/g, (char) =>
          options.has('q') ? '?' : `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
        );
    const shown = options.has('Q') ? `"${safe}"` : safe;
    if (!options.has('C') && !(this.context.out.terminal && !options.has('n'))) return shown;
    const color = broken
      ? '40;31;01'
      : stat?.type === 'directory'
        ? '01;34'
        : stat?.type === 'symlink'
          ? '01;36'
          : (stat?.mode ?? 0) & 0o111
            ? '01;32'
            : '00';
    return `\x1b[${color}m${shown}\x1b[0m`;
  }

  private about({ stat, size }: Node): string {
    const { options, context } = this;
    const user = (context.env.USER ?? 'user').padEnd(8).slice(0, 32);
    const parts = [
      options.has('p') && modeText(stat.type, stat.mode),
      options.has('u') && user,
      options.has('g') && user,
      (options.has('s') || this.human || options.has('du')) && this.sizeText(size),
      (options.has('D') || options.has('timefmt')) && this.time(stat),
    ];
    return parts.filter((part) => part !== false).join(' ');
  }

  private time({ mtimeMs }: Stat): string {
    const recent = Date.now() - mtimeMs < 15_724_800_000 && mtimeMs <= Date.now() + 1000;
    return strftime(
      this.options.get('timefmt') ?? (recent ? '%b %e %H:%M' : '%b %e  %Y'),
      mtimeMs,
      this.context.env.TZ ?? '',
    );
  }

  private sizeText(bytes: number): string {
    if (!this.human) return String(bytes).padStart(11);
    const base = this.options.has('si') ? 1000 : 1024;
    if (bytes < base) return String(bytes).padStart(4);
    let [value, unit] = [bytes, 0];
    for (; value >= base && unit < 6; unit += 1) value /= base;
    const letter = (base === 1000 ? ' kMGTPE' : ' KMGTPE').charAt(unit);
    return `${value >= 10 ? value.toFixed(0).padStart(3) : value.toFixed(1)}${letter}`;
  }

  private json(roots: readonly Node[]): string {
    const { options } = this;
    const fields = ({ stat, size }: Node) => ({
      ...(options.has('p') && {
        mode: (stat.mode & 0o7777).toString(8).padStart(4, '0'),
        prot: modeText(stat.type, stat.mode),
      }),
      ...(options.has('u') && { user: this.context.env.USER ?? 'user' }),
      ...(options.has('g') && { group: this.context.env.USER ?? 'user' }),
      ...((options.has('s') || this.human || options.has('du')) && {
        size: this.human ? this.sizeText(size).trim() : size,
      }),
      ...((options.has('D') || options.has('timefmt')) && { time: this.time(stat) }),
    });
    const written = (node: Node, indent: string): string => {
      const { stat, target, children } = node;
      const type = stat.type === 'symlink' ? 'link' : stat.type;
      const head = JSON.stringify({
        type,
        name: options.has('f') ? node.shown : node.name,
        ...(target && { target: target.text }),
        ...fields(node),
      });
      if (node.note !== undefined) return `${indent}${head.slice(0, -1)},"contents":[{"error": "${node.note}"}]}`;
      if (!children || children.length === 0)
        return `${indent}${type === 'directory' && children ? `${head.slice(0, -1)},"contents":[\n${indent}]}` : head}`;
      return `${indent}${head.slice(0, -1)},"contents":[\n${children.map((child) => written(child, `${indent}  `)).join(',\n')}\n${indent}]}`;
    };
    const report = JSON.stringify({
      type: 'report',
      directories: this.folders,
      ...(!options.has('d') && { files: this.files }),
    });
    return `[\n${roots.map((root) => written(root, '  ')).join(',\n')}${options.has('noreport') ? '' : `\n,\n  ${report}`}\n]\n`;
  }
}

function signOf(stat: Stat | undefined, name: string): string {
  if (stat?.type === 'directory') return name.endsWith('/') ? '' : '/';
  return stat?.type === 'file' && stat.mode & 0o111 ? '*' : '';
}
