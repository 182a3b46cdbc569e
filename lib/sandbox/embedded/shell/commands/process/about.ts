import type { Terminal } from '../../language/shell';
import { ownValue } from '@/lib/protocol/own-value';
import { strftime } from '../../builtins/strftime';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { numberOf, parseOptions } from '../options';

const say =
  (text: (context: CommandContext) => string): Command =>
  (context) => {
    const [extra] = parseOptions(context.args, '').operands;
    if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
    context.out.write(`${text(context)}\n`);
    return 0;
  };

const userOf = ({ env }: CommandContext): string => env.USER ?? 'user';

export const whoami = say(userOf);
export const nproc: Command = (context) => {
  const options = parseOptions(context.args, 'all ignore:');
  const [extra] = options.operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  const less = numberOf(options.get('ignore') ?? '0', 'number');
  const { OMP_NUM_THREADS: asked = '', OMP_THREAD_LIMIT: limit = '' } = context.env;
  const own = Number(/^\s*(\d+)/.exec(asked)?.[1] ?? 0) || globalThis.navigator?.hardwareConcurrency || 1;
  const count = options.has('all')
    ? globalThis.navigator?.hardwareConcurrency || 1
    : Math.min(own, Number(limit) || Infinity);
  context.out.write(`${Math.max(1, count - less)}\n`);
  return 0;
};
export const arch = say(() => 'x86_64');
export const groups: Command = async (context) => {
  const user = userOf(context);
  const { operands } = parseOptions(context.args, '');
  if (operands.length === 0) context.out.write(`${user}\n`);
  let status = 0;
  for (const name of operands) {
    if (name === user || name === 'root') context.out.write(`${name} : ${name}\n`);
    else status = await context.fail(`‘${name}’: no such user`);
  }
  return status;
};

export const logname: Command = (context) => context.fail('no login name');

export const hostname: Command = (context) => {
  const options = parseOptions(
    context.args,
    'a A d f i I s y alias=a all-fqdns=A domain=d fqdn=f long=f ip-address=i all-ip-addresses=I short=s yp=y nis=y F:! file:=F b! boot=b',
  );
  if (options.operands.length > 0) throw new CommandFailure('the name of this sandbox stays as it is', 2);
  const address = options.has('i') || options.has('I');
  const shown = address ? '127.0.0.1' : ['a', 'A', 'd', 'y'].some((name) => options.has(name)) ? '' : 'toolyard';
  context.out.write(`${shown}\n`);
  return 0;
};

export const tty: Command = (context) => {
  const options = parseOptions(context.args, 's silent=s quiet=s', { status: 2 });
  const [extra] = options.operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`, 2);
  const has = context.in.terminal;
  if (!options.has('s')) context.out.write(has ? '/dev/tty\n' : 'not a tty\n');
  return has ? 0 : 1;
};

export const id: Command = async (context) => {
  const options = parseOptions(context.args, 'a g G n r u z group=g groups=G name=n real=r user=u zero=z');
  const name = userOf(context);
  const named = options.has('n');
  const choices = ['u', 'g', 'G'].filter((letter) => options.has(letter));
  if (choices.length > 1) throw new CommandFailure('cannot print "only" of more than one choice');
  if (choices.length === 0 && (named || options.has('r')))
    throw new CommandFailure('cannot print only names or real IDs in default format');
  if (choices.length === 0 && options.has('z'))
    throw new CommandFailure('option --zero not permitted in default format');
  let status = 0;
  for (const asked of options.operands.length > 0 ? options.operands : [name]) {
    const [user, number] = [name, '1000'].includes(asked)
      ? [name, '1000']
      : ['root', '0'].includes(asked)
        ? ['root', '0']
        : [];
    if (user === undefined) {
      status = await context.fail(`‘${asked}’: no such user`);
      continue;
    }
    context.out.write(
      choices.length > 0
        ? `${named ? user : number}${options.has('z') ? '\0' : '\n'}`
        : `uid=${number}(${user}) gid=${number}(${user}) groups=${number}(${user})\n`,
    );
  }
  return status;
};

const UNAME: readonly [string, string][] = [
  ['s', 'Linux'],
  ['n', 'toolyard'],
  ['r', '6.1.0'],
  ['v', '#1 SMP'],
  ['m', 'x86_64'],
  ['o', 'GNU/Linux'],
];

export const uname: Command = (context) => {
  const options = parseOptions(
    context.args,
    'a m n o p i r s v all=a machine=m nodename=n operating-system=o kernel-release=r kernel-name=s kernel-version=v processor=p hardware-platform=i',
  );
  const [extra] = options.operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  const wanted = UNAME.filter(
    ([letter]) => options.has('a') || options.has(letter) || (options.list.length === 0 && letter === 's'),
  );
  context.out.write(`${wanted.map(([, text]) => text).join(' ') || 'unknown'}\n`);
  return 0;
};

export const which: Command = (context) => {
  const { has, operands } = parseOptions(context.args, 'a s');
  let status = operands.length === 0 ? 1 : 0;
  for (const name of operands) {
    const found = context.system.findAll(name, context.cwd, context.env.PATH ?? '');
    if (found.length === 0) status = 1;
    for (const path of has('a') ? found : found.slice(0, 1)) context.out.write(`${path}\n`);
  }
  return status;
};

export const whereis: Command = (context) => {
  const { operands } = parseOptions(context.args, 'b m s u!');
  for (const name of operands) {
    const found = context.system.findAll(name, context.cwd, context.env.PATH ?? '');
    context.out.write(`${[`${name}:`, ...found].join(' ')}\n`);
  }
  return 0;
};

export const uptime: Command = (context) => {
  const options = parseOptions(context.args, 'p s V h pretty=p since=s version=V help=h');
  const seconds = Math.floor(performance.now() / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const zone = context.env.TZ ?? '';
  if (options.has('s')) context.out.write(`${strftime('%F %T', Date.now() - seconds * 1000, zone)}\n`);
  else if (options.has('p')) context.out.write(`up ${hours > 0 ? `${hours} hours, ` : ''}${minutes} minutes\n`);
  else {
    const up = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : `${minutes} min`;
    context.out.write(` ${strftime('%T', Date.now(), zone)} up ${up},  1 user,  load average: 0.00, 0.00, 0.00\n`);
  }
  return 0;
};

export const clear: Command = (context) => {
  context.out.write('\x1b[H\x1b[2J\x1b[3J');
  return 0;
};

const CAPABILITIES: Readonly<Record<string, string>> = {
  bold: '\x1b[1m',
  sgr0: '\x1b(B\x1b[m',
  smul: '\x1b[4m',
  rmul: '\x1b[24m',
  rev: '\x1b[7m',
  dim: '\x1b[2m',
  el: '\x1b[K',
  clear: '\x1b[H\x1b[2J\x1b[3J',
  civis: '\x1b[?25l',
  cnorm: '\x1b[?12l\x1b[?25h',
  cuu1: '\x1b[A',
};

export const tput: Command = (context) => {
  const { operands, get } = parseOptions(context.args, 'T: S', { stopAtOperand: true });
  const [name = '', value] = operands;
  const plainTerminal = /^(?:dumb|unknown)$/.test(get('T') ?? context.env.TERM ?? '');
  const plain: Readonly<Record<string, string>> = {
    cols: context.size.cols,
    lines: context.size.rows,
    colors: plainTerminal ? '-1' : '256',
  };
  const about = ownValue(plain, name);
  const capability = ownValue(CAPABILITIES, name);
  if (about !== undefined) context.out.write(`${about}\n`);
  // Such a terminal has none of the capabilities.
  else if (plainTerminal && (name === 'setaf' || name === 'setab' || capability !== undefined)) return 1;
  else if (name === 'setaf' || name === 'setab') {
    const color = Number(value);
    const base = name === 'setaf' ? 3 : 4;
    context.out.write(color < 8 ? `\x1b[${base}${color}m` : `\x1b[${base}8;5;${color}m`);
  } else if (capability !== undefined) context.out.write(capability);
  else throw new CommandFailure(`unknown terminfo capability '${name}'`, 4);
  return 0;
};

/** What words of `stty` do to the terminal. */
const MODES: Readonly<Record<string, Partial<Terminal>>> = {
  echo: { echo: true },
  '-echo': { echo: false },
  icanon: { cbreak: false },
  '-icanon': { cbreak: true },
  cbreak: { cbreak: true },
  '-cbreak': { cbreak: false },
  raw: { cbreak: true },
  '-raw': { cbreak: false },
  cooked: { cbreak: false },
  sane: { echo: true, cbreak: false },
};

export const stty: Command = (context) => {
  if (!context.in.terminal) return context.fail("'standard input': Inappropriate ioctl for device");
  const { size, system } = context;
  for (const word of context.args) {
    if (word === 'size') context.out.write(`${size.rows} ${size.cols}\n`);
    else if (system.terminal && MODES[word]) Object.assign(system.terminal, MODES[word]);
  }
  return 0;
};

/** `-a`: a long option may start with a single dash. */
const doubled = (word: string, names: readonly string[]): string =>
  names.includes(/^-([^-=][^=]*)/.exec(word)?.[1] ?? '') ? `-${word}` : word;

export const getopt: Command = (context) => {
  const options = parseOptions(
    context.args,
    'a l: n: o: q Q s: T u alternative=a longoptions:=l long:=l name:=n options:=o quiet=q quiet-output=Q shell:=s test=T unquoted=u',
    { stopAtOperand: true },
  );
  if (options.has('T')) return 4;
  if (options.get('o') === undefined && options.operands.length === 0) {
    context.err.write("getopt: missing optstring argument\nTry 'getopt --help' for more information.\n");
    return 2;
  }
  const short = options.get('o') ?? options.operands[0] ?? '';
  const longs = options.all('l').flatMap((text) => text.split(','));
  const words = options.get('o') === undefined ? options.operands.slice(1) : options.operands;
  const spec = [...short.replace(/^[+-]/, '').matchAll(/(\w)(:{0,2})/g)].map(
    ([, letter, colons]) => `${letter}${colons}`,
  );
  const quote = (text: string) =>
    options.get('o') === undefined || options.has('u') ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const names = longs.map((name) => name.replace(/:+$/, ''));
  let status = 0;
  const parsed = parseOptions(
    options.has('a') ? words.map((word) => doubled(word, names)) : words,
    [...spec, ...longs.filter((name) => name.replace(/:+$/, '').length > 1)].join(' '),
    {
      stopAtOperand: short.startsWith('+') || context.env.POSIXLY_CORRECT !== undefined,
      onWrong({ message }) {
        status = 1;
        if (!options.has('q')) context.err.write(`${options.get('n') ?? 'getopt'}: ${message}\n`);
      },
    },
  );
  const takes = new Set(
    [...spec, ...longs].filter((name) => name.endsWith(':')).map((name) => name.replace(/:+$/, '')),
  );
  const shown = parsed.list.flatMap(({ name, value }) => [
    `${name.length > 1 ? '--' : '-'}${name}`,
    ...(takes.has(name) ? [quote(value)] : []),
  ]);
  if (!options.has('Q')) context.out.write(` ${[...shown, '--', ...parsed.operands.map(quote)].join(' ')}\n`);
  return status;
};

const CONFIGURATION: Readonly<Record<string, string>> = {
  PAGE_SIZE: '4096',
  PAGESIZE: '4096',
  ARG_MAX: '2097152',
  CHAR_BIT: '8',
  INT_MAX: '2147483647',
  LONG_BIT: '64',
  OPEN_MAX: '1024',
  PATH: '/bin:/usr/bin',
  NAME_MAX: '255',
  PATH_MAX: '4096',
  _POSIX_VERSION: '200809',
  GNU_LIBC_VERSION: 'glibc 2.36',
  HOST_NAME_MAX: '64',
  PIPE_BUF: '4096',
  LOGIN_NAME_MAX: '256',
  CLK_TCK: '100',
};

export const getconf: Command = (context) => {
  const args = context.args[0] === '-v' ? context.args.slice(2) : context.args;
  const [name] = args;
  if (name === undefined) throw new CommandFailure('give the name of a variable', 2);
  const value = /^_?NPROCESSORS_(?:ONLN|CONF)$/.test(name)
    ? String(globalThis.navigator?.hardwareConcurrency || 1)
    : ownValue(CONFIGURATION, name);
  if (value === undefined) return context.fail(`Unrecognized variable \`${name}'`, 2);
  context.out.write(`${value}\n`);
  return 0;
};

export const envsubst: Command = async (context) => {
  const { has, operands } = parseOptions(context.args, 'v variables=v');
  const [only] = operands;
  const names = only === undefined ? undefined : new Set([...only.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name));
  if (has('v')) {
    context.out.write([...(names ?? [])].map((name) => `${name}\n`).join(''));
    return 0;
  }
  const text = await context.in.text();
  context.out.write(
    text.replaceAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (all, braced?: string, plain?: string) => {
      const name = braced ?? plain ?? '';
      return names && !names.has(name) ? all : (context.env[name] ?? '');
    }),
  );
  return 0;
};
