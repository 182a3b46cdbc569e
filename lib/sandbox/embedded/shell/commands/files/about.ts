import { unescapeAnsi } from '../../language/parameter-operations';
import { patternRegExp } from '../../language/pattern';
import { errorText } from '../../io/error-text';
import { TYPE_BITS } from '../../../../type-bits';
import { instantOf, strftime } from '../../builtins/strftime';
import { CommandFailure, UsageFailure, type Command, type CommandContext, type Stat } from '../context';
import { oneOf, parseOptions } from '../options';
import { parseSize } from '../each-file';
import { statPath } from '../stat-path';
import { blocksOf, listedSize as folderSize } from './ls';
import { typeName, modeText } from './mode';
import { humanSize } from './size';

export const stat: Command = async (context) => {
  const options = parseOptions(context.args, 'c: f L t printf: dereference=L file-system=f format:=c terse=t cached:');
  if (options.operands.length === 0)
    throw new CommandFailure("missing operand\nTry 'stat --help' for more information.");
  oneOf(options.get('cached') ?? 'default', 'cached', ['default', 'never', 'always']);
  const written = options.get('printf');
  const printed = written === undefined ? undefined : unescapeAnsi(written);
  let status = 0;
  for (const path of options.operands) {
    try {
      const given = path === '-' && !options.has('f') ? (context.fds.get(0)?.about.path ?? '/dev/stdin') : path;
      const found = context.sys.stat(context.path(given), options.has('L') || path === '-');
      if (options.has('f')) {
        context.out.write(fileSystem(path, options.get('c')));
        continue;
      }
      const format = options.get('c');
      if (printed !== undefined) context.out.write(filled(context, printed, path, found));
      else context.out.write(`${filled(context, format ?? (options.has('t') ? TERSE : LONG), path, found)}\n`);
    } catch (error) {
      status = await context.fail(`cannot statx '${path}': ${errorText(error)}`);
    }
  }
  return status;
};

const LONG =
  '  File: %n%L\n  Size: %-10s\tBlocks: %-10b IO Block: 4096   %F\nDevice: 0,1\tInode: %-11i Links: %h\nAccess: (%04a/%A)  Uid: ( 1000/%8U)   Gid: ( 1000/%8G)\nAccess: %x\nModify: %y\nChange: %z\n Birth: -';

/** `stat -f`: the sandbox has one file system, in memory. */
function fileSystem(path: string, format = SYSTEM): string {
  const blocks = '131072';
  const values: Readonly<Record<string, string>> = {
    a: blocks,
    b: blocks,
    c: '65536',
    d: '65536',
    f: blocks,
    i: '0',
    l: '255',
    n: path,
    s: '4096',
    S: '4096',
    t: '1021994',
    T: 'tmpfs',
    '%': '%',
  };
  return `${format.replaceAll(/%([a-zA-Z%])/g, (all, letter: string) => values[letter] ?? all)}\n`;
}

const SYSTEM = `  File: "%n"
    ID: %i        Namelen: %l     Type: %T
Block size: %s       Fundamental block size: %S
Blocks: Total: %b     Free: %f     Available: %a
Inodes: Total: %c      Free: %d`;

const TERSE = '%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o';

function filled(context: CommandContext, format: string, path: string, found: Stat): string {
  const zone = context.env.TZ ?? '';
  const moment = (ms: number) => strftime('%F %T.%N %z', ms, zone);
  const seconds = (ms: number) => String(Math.floor(ms / 1000));
  const raw = found.mode | TYPE_BITS[found.type];
  const values: Readonly<Record<string, () => string>> = {
    a: () => (found.mode & 0o7777).toString(8),
    A: () => modeText(found.type, found.mode),
    b: () => String(blocksOf(found) * 2),
    B: () => '512',
    d: () => '1',
    D: () => '1',
    f: () => raw.toString(16),
    F: () => typeName(found),
    g: () => '1000',
    G: () => context.env.USER ?? 'user',
    h: () => String(found.links),
    i: () => String(found.ino),
    // The target of a link, for the title.
    L: () => (found.type === 'symlink' ? ` -> ${context.sys.readlink(context.path(path))}` : ''),
    m: () => '/',
    n: () => path,
    N: () => (found.type === 'symlink' ? `'${path}' -> '${context.sys.readlink(context.path(path))}'` : `'${path}'`),
    o: () => '4096',
    s: () => String(folderSize(found)),
    t: () => '0',
    T: () => '0',
    u: () => '1000',
    U: () => context.env.USER ?? 'user',
    x: () => moment(found.atimeMs),
    y: () => moment(found.mtimeMs),
    z: () => moment(found.ctimeMs),
    w: () => moment(found.birthtimeMs),
    X: () => seconds(found.atimeMs),
    Y: () => seconds(found.mtimeMs),
    Z: () => seconds(found.ctimeMs),
    W: () => seconds(found.birthtimeMs),
    '%': () => '%',
  };
  const times: Readonly<Record<string, number>> = {
    X: found.atimeMs,
    Y: found.mtimeMs,
    Z: found.ctimeMs,
    W: found.birthtimeMs,
  };
  return format.replaceAll(
    /%([-0 #+']*)(\d*)(?:\.(\d*))?([a-zA-Z%])/g,
    (all, flags: string, width: string, exact: string | undefined, letter: string) => {
      const whole = values[letter]?.();
      if (whole === undefined) return '?';
      const signed = /\d$/.test(whole) && 'bBdghiosuXYZWfa'.includes(letter);
      const time = times[letter];
      const prefix = flags.includes('#') ? (letter === 'a' ? '0' : letter === 'f' ? '0x' : '') : '';
      const sign =
        !signed || letter === 'a' || letter === 'f' ? '' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
      const text =
        sign +
        prefix +
        (exact === undefined
          ? whole
          : time === undefined
            ? whole.slice(0, signed ? undefined : Number(exact))
            : withFraction(time, exact));
      if (letter === '%' && all !== '%%') return all;
      return flags.includes('-')
        ? text.padEnd(Number(width))
        : text.padStart(Number(width), flags.includes('0') && signed ? '0' : ' ');
    },
  );
}

/** A time in seconds with so many decimals; nine without a number. */
function withFraction(ms: number, places: string): string {
  const { seconds, nanos } = instantOf(ms);
  const digits = places === '' ? 9 : Number(places);
  return digits === 0
    ? String(seconds)
    : `${seconds}.${String(nanos).padStart(9, '0').slice(0, digits).padEnd(digits, '0')}`;
}

export const du: Command = async (context) => {
  const options = parseOptions(
    context.args,
    '0 a b B: c d: D h H k l L m P s S t: x X: all=a apparent-size block-size:=B bytes=b total=c max-depth:=d human-readable=h summarize=s exclude: si null=0 separate-dirs=S threshold:=t dereference=L dereference-args=D no-dereference=P count-links=l one-file-system=x exclude-from:=X inodes time::! time-style:! files0-from:',
  );
  const depth = options.get('d');
  if (depth !== undefined && !/^\d+$/.test(depth)) throw new UsageFailure(`invalid maximum depth ‘${depth}’`);
  if (options.has('s') && options.has('a')) throw new UsageFailure('cannot both summarize and show all entries');
  if (options.has('s') && Number(depth ?? 0) > 0) {
    throw new UsageFailure(`warning: summarizing conflicts with --max-depth=${depth}`);
  }
  const list = options.get('files0-from');
  if (list !== undefined && options.operands.length > 0)
    throw new UsageFailure(
      `extra operand '${options.operands[0]}'\nfile operands cannot be combined with --files0-from`,
    );
  if (list !== undefined) options.operands.push(...(await context.open(list).lines(0)));
  const most = options.has('s') ? 0 : Number(depth ?? Infinity);
  const exact = options.has('b') || options.has('apparent-size');
  const unit = options.has('b')
    ? 1
    : options.has('m')
      ? 2 ** 20
      : options.get('B') === undefined
        ? 1024
        : parseSize(options.get('B') === 'M' ? '1M' : (options.get('B') ?? '1K'));
  const globs = options.all('exclude');
  for (const list of options.all('X')) globs.push(...(await context.open(list).lines()).filter(Boolean));
  const excluded = globs.map((glob) => patternRegExp(glob));
  const least = options.get('t');
  const bound = least === undefined ? 0 : parseSize(least, '--threshold argument');
  const counts = (bytes: number) => (least?.startsWith('-') ? bytes <= bound : bytes >= bound);
  const show = (bytes: number, path: string) => {
    context.out.write(
      `${options.has('h') || options.has('si') ? humanSize(bytes, options.has('si') ? 1000 : 1024) : options.has('inodes') ? bytes : Math.ceil(bytes / unit)}\t${path}${options.has('0') ? '\0' : '\n'}`,
    );
  };
  /** Files that were counted: one with several names counts once. */
  const counted = new Set<number>();
  const measure = (path: string, depth: number, listed?: Stat): number => {
    const full = context.path(path);
    const follows = options.has('L') || (depth === 0 && (options.has('D') || options.has('H')));
    const found = (follows ? undefined : listed) ?? context.sys.stat(full, follows);
    if (!options.has('l')) {
      if (counted.has(found.ino)) return 0;
      counted.add(found.ino);
    }
    let bytes = options.has('inodes')
      ? 1
      : exact
        ? found.type === 'directory'
          ? 4096
          : found.size
        : blocksOf(found) * 1024;
    if (found.type === 'directory') {
      for (const { name, ...stat } of context.sys.listStats(full)) {
        if (excluded.some((one) => one.test(name))) continue;
        const size = measure(`${path.replace(/\/$/, '')}/${name}`, depth + 1, stat);
        if (!options.has('S') || stat.type !== 'directory') bytes += size;
      }
    }
    if (depth <= most && (found.type === 'directory' || options.has('a') || depth === 0) && counts(bytes))
      show(bytes, path);
    return bytes;
  };
  let [total, status] = [0, 0];
  for (const path of options.operands.length > 0 ? options.operands : ['.']) {
    try {
      total += measure(path, 0);
    } catch (error) {
      status = await context.fail(`cannot access '${path}': ${errorText(error)}`);
    }
  }
  if (options.has('c')) show(total, 'total');
  return status;
};

const octal = (byte: number): string => byte.toString(8).padStart(3);

/** A byte in `cat -t` notation, which here covers newlines, too. */
function visible(byte: number): string {
  const low = byte & 127;
  const shown = low === 127 ? '^?' : low < 32 ? `^${String.fromCharCode(low + 64)}` : String.fromCharCode(low);
  return byte > 127 ? `M-${shown}` : shown;
}

export const cmp: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'b i: l n: s print-bytes=b ignore-initial:=i verbose=l bytes:=n quiet=s silent=s',
    { status: 2 },
  );
  const [first, second = '-', skip1 = '0', skip2 = '0'] = options.operands;
  if (first === undefined)
    throw new CommandFailure("missing operand after 'cmp'\ncmp: Try 'cmp --help' for more information.", 2);
  const [i1 = skip1, i2 = i1] = options.get('i')?.split(':') ?? [skip1, skip2];
  const most = Number(options.get('n') ?? Infinity);
  const read = async (path: string, skip: string, limit: number) => {
    try {
      return (await context.open(path).first(limit + Number(skip))).subarray(Number(skip));
    } catch (error) {
      if (options.has('s')) return undefined;
      throw new CommandFailure(error instanceof CommandFailure ? error.message : `${path}: ${errorText(error)}`, 2);
    }
  };
  // Of what has no end, no more is read than there is to compare it with.
  const isFirstEndless = statPath(context, first)?.type === 'device';
  const one = isFirstEndless ? await read(second, i2, most) : await read(first, i1, most);
  const limit = Math.min(most, (one?.length ?? 0) + 1);
  const other = isFirstEndless ? await read(first, i1, limit) : await read(second, i2, limit);
  const [a, b] = isFirstEndless ? [other, one] : [one, other];
  if (!a || !b) return 2;
  const length = Math.min(a.length, b.length, most);
  let [line, different] = [1, false];
  // Only a file's size is known beforehand; otherwise the column has room for any number.
  const sizes = [first, second].flatMap((path) => {
    const found = path === '-' ? undefined : statPath(context, path);
    return found?.type === 'file' ? [found.size] : [];
  });
  const pad = String(Math.min(most, 2 ** 63, ...sizes)).length;
  for (let at = 0; at < length; at += 1) {
    const [x = 0, y = 0] = [a[at], b[at]];
    if (x !== y) {
      different = true;
      if (options.has('s')) return 1;
      if (!options.has('l')) {
        const shown = options.has('b') ? ` is ${octal(x)} ${visible(x)} ${octal(y)} ${visible(y)}` : '';
        context.out.write(`${first} ${second} differ: byte ${at + 1}, line ${line}${shown}\n`);
        return 1;
      }
      context.out.write(
        `${String(at + 1).padStart(pad)} ${options.has('b') ? `${octal(x)} ${visible(x).padEnd(4)} ${octal(y)} ${visible(y)}` : `${octal(x)} ${octal(y)}`}\n`,
      );
    }
    if (x === 10) line += 1;
  }
  if (a.length === b.length || length >= most) return different ? 1 : 0;
  if (options.has('s')) return 1;
  const short = a.length < b.length ? first : second;
  const partial = length > 0 && (a.length < b.length ? a : b).at(-1) !== 10;
  await context.out.flush();
  context.err.write(
    length === 0
      ? `cmp: EOF on ${short} which is empty\n`
      : `cmp: EOF on ${short} after byte ${length}${options.has('l') ? '' : `, ${partial ? `in line ${line}` : `line ${line - 1}`}`}\n`,
  );
  return 1;
};
