import { Descriptors } from '../../io/descriptors';
import { fileOfBytes } from '../../io/open-file';

import { unescapeAnsi } from '../../language/parameter-operations';
import { quoteWord } from '../../language/quote-value';
import { signalArgument, type ShellTask } from '../../task';
import { CommandFailure, hintOf, quoted, UsageFailure, type Command, type CommandContext } from '../context';
import { saysYes } from '../questions';
import { statPath } from '../stat-path';
import type { Input } from '../input';
import { parseOptions, type ParsedOptions } from '../options';

export const printenv: Command = (context) => {
  const { operands, has } = parseOptions(context.args, '0 null=0', { stopAtOperand: true, status: 2 });
  const end = has('0') ? '\0' : '\n';
  if (operands.length === 0)
    context.out.write(
      Object.entries(context.env)
        .map(([name, value]) => `${name}=${value}${end}`)
        .join(''),
    );
  for (const name of operands) if (context.env[name] !== undefined) context.out.write(`${context.env[name]}${end}`);
  return operands.every((name) => context.env[name] !== undefined) ? 0 : 1;
};

const seconds = (text: string): number => {
  if (/^inf(?:inity)?$/i.test(text)) return Infinity;
  const [, digits, unit = 's'] = /^\+?((?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([smhd]?)$/i.exec(text) ?? [];
  if (digits === undefined) throw new UsageFailure(`invalid time interval ‘${text}’`);
  return Number(digits) * ({ '': 1, s: 1, m: 60, h: 3600, d: 86_400 }[unit] ?? 1);
};

/** Waits, unless the task ends before. */
export const pause = (context: CommandContext, ms: number): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((done) => (timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1))));
  return context.task.wait(over).finally(() => clearTimeout(timer));
};

export const sleep: Command = async (context) => {
  const { operands } = parseOptions(context.args, '');
  if (operands.length === 0) throw new CommandFailure("missing operand\nTry 'sleep --help' for more information.");
  if (operands.includes('infinity')) await context.task.wait(new Promise(() => undefined));
  let total = 0;
  for (const text of operands) {
    try {
      total += seconds(text);
    } catch (error) {
      return context.fail(`${Object(error).message}\nTry 'sleep --help' for more information.`);
    }
  }
  await pause(context, total * 1000);
  return 0;
};

/** With too few arguments, `timeout` prints only the hint. */
function plainHint(context: CommandContext): number {
  context.err.write(`${hintOf(context.name)}\n`);
  return 125;
}

function intervalOf(text: string): number {
  try {
    return seconds(text);
  } catch (error) {
    throw error instanceof UsageFailure ? new UsageFailure(error.message, 125) : error;
  }
}

export const timeout: Command = async (context) => {
  const options = parseOptions(
    context.args,
    's: k: v f p signal:=s kill-after:=k verbose=v foreground=f preserve-status=p',
    { stopAtOperand: true, status: 125 },
  );
  const [limit, ...argv] = options.operands;
  if (limit === undefined || argv.length === 0) return plainHint(context);
  const signal = signalArgument(options.get('s') ?? 'TERM');
  if (!signal) throw new UsageFailure(`‘${options.get('s')}’: invalid signal`, 125);
  let child: ShellTask | undefined;
  let [late, killed] = [false, false];
  const timers: ReturnType<typeof setTimeout>[] = [];
  const send = (name: string) => child?.signalGroup(name);
  const ms = intervalOf(limit) * 1000;
  const kill = options.get('k');
  if (kill !== undefined) intervalOf(kill);
  if (ms > 0 && ms < Infinity) {
    timers.push(
      setTimeout(() => {
        late = true;
        if (options.has('v'))
          context.err.write(`timeout: sending signal ${signal} to command ${quoted(argv[0] ?? '')}\n`);
        send(signal);
        if (kill === undefined) return;
        const end = () => {
          killed = true;
          send('KILL');
        };
        timers.push(setTimeout(end, seconds(kill) * 1000));
      }, ms),
    );
  }
  try {
    const status = await context.run(argv, { started: (task) => (child = task), endable: true });
    if (!late || options.has('p')) return status;
    return signal === 'KILL' || killed ? 137 : 124;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
};

/** Commands that run another one unchanged, as there is only one user, one terminal and one priority here. */
export const runner =
  (spec: string, before?: (context: CommandContext) => void): Command =>
  async (context) => {
    const options = parseOptions(context.args, spec, { stopAtOperand: true, status: 125, numbers: true });
    const argv = options.operands.filter(
      (word, at, all) => !(word.includes('=') && all.slice(0, at + 1).every((one) => one.includes('='))),
    );
    const adjustment = options.get('n') ?? options.get('#');
    if (adjustment !== undefined && !/^[-+]?\d+$/.test(adjustment))
      throw new CommandFailure(`invalid adjustment ‘${adjustment}’`, 125);
    before?.(context);
    if (context.name === 'nice') {
      if (argv.length === 0) {
        if (adjustment !== undefined) throw new UsageFailure('a command must be given with an adjustment', 125);
        context.out.write(`${context.task.niceness}\n`);
        return 0;
      }
      context.task.niceness = Math.max(0, Math.min(19, context.task.niceness + Number(adjustment ?? 10)));
    }
    if (argv.length === 0)
      throw context.name === 'setsid'
        ? new UsageFailure('no command specified')
        : new UsageFailure('missing operand', 125);
    if (context.name === 'stdbuf') checkBuffering(options);
    return context.run(argv);
  };

/** The modes of `stdbuf`: 0, L, or a size. Throws `Failure`. */
function checkBuffering(options: ParsedOptions): void {
  const modes = options.list.filter(({ name }) => 'ioe'.includes(name));
  if (modes.length === 0) throw new UsageFailure('you must specify a buffering mode option', 125);
  for (const { name, value } of modes) {
    if (name === 'i' && value === 'L') throw new UsageFailure('line buffering stdin is meaningless', 125);
    if (!/^(?:L|\d+[a-zA-Z]{0,3})$/.test(value)) throw new CommandFailure(`invalid mode ${quoted(value)}`, 125);
  }
}

const XARGS =
  '0 a: d: e:: E: I: i:: L: l:: n: P: p r s: t x null=0 arg-file:=a delimiter:=d replace::=i max-lines::=l max-args:=n max-procs:=P interactive=p no-run-if-empty=r max-chars:=s verbose=t exit=x eof::=e show-limits! process-slot-var:';

export const xargs: Command = async (context) => {
  const given = parseOptions(context.args, XARGS, { stopAtOperand: true });
  const options = await withoutRivals(context, given);
  const command = options.operands.length > 0 ? options.operands : ['echo'];
  for (const { name, value } of options.list) {
    if (!'nLlPs'.includes(name) || value === '') continue;
    if (!/^[-+]?\d+$/.test(value)) throw new UsageFailure(`invalid number "${value}" for -${name} option`);
    if (Number(value) < 1 && name !== 'P') throw new UsageFailure(`value ${value} for -${name} option should be >= 1`);
  }
  const replaced = options.get('I') ?? (options.has('i') ? options.get('i') || '{}' : undefined);
  const file = options.get('a');
  const text = await (file === undefined ? context.in : context.open(file)).text();
  const lines = replaced !== undefined || options.has('L') || options.has('l');
  const problems: CommandFailure[] = [];
  const items = itemsOf(text, options, lines, replaced !== undefined, problems);
  const batches = batchesOf(items, options, replaced, command.join(' ').length + 1);
  if (batches.length === 0 && !options.has('r') && replaced === undefined && !problems[0]) batches.push([]);
  const fds = new Descriptors(context.fds.entries());
  if (file === undefined) fds.set(0, fileOfBytes(new Uint8Array()));
  let status = 0;
  const slotName = options.get('process-slot-var');
  const one = async (batch: readonly string[], slot: number): Promise<boolean> => {
    const argv =
      replaced === undefined
        ? [...command, ...batch]
        : command.map((word) => word.replaceAll(replaced, batch[0] ?? ''));
    const asks = options.has('p');
    if (asks || options.has('t')) {
      context.err.write(`${argv.map(quoteWord).join(' ')}${asks ? '' : '\n'}`);
      await context.err.flush();
    }
    if (asks && !(await isAllowed(context))) return true;
    const { code, started } = await runGiven(context, argv, {
      fds,
      ...(slotName !== undefined && { env: { ...context.env, [slotName]: String(slot) } }),
    });
    if (code === 255) throw new CommandFailure(`${argv[0]}: exited with status 255; aborting`, 124);
    if (!started) status = code;
    else if (code > 128) status = 125;
    else if (code !== 0) status = 123;
    return started;
  };
  const width = options.has('p') ? 1 : Math.max(1, Number(options.get('P') ?? 1) || 8);
  for (let at = 0; at < batches.length; at += width) {
    const results = await Promise.all(batches.slice(at, at + width).map(one));
    if (results.includes(false)) break;
  }
  fds.closeAll();
  // What comes before a wrong quote has been run.
  if (problems[0]) throw problems[0];
  return status;
};

/** The options that decide together how many arguments a command gets, as messages name them. */
const RIVALS: Readonly<Record<string, readonly [earlier: string, later: string]>> = {
  n: ['max-args', '--max-args/-n'],
  L: ['max-lines', '-L'],
  l: ['max-lines', '--max-lines/-l'],
  I: ['replace', '--replace/-I/-i'],
  i: ['replace', '--replace/-I/-i'],
};

/** Of `-n`, `-L` and `-I` the last counts, except that `-I` stays beside `-n 1`. */
async function withoutRivals(context: CommandContext, options: ParsedOptions): Promise<ParsedOptions> {
  let list = [...options.list];
  for (const later of options.list) {
    const [, shown] = RIVALS[later.name] ?? [];
    if (shown === undefined) continue;
    const before = list.slice(0, list.indexOf(later));
    for (const earlier of before) {
      const [name] = RIVALS[earlier.name] ?? [];
      if (name === undefined || name === RIVALS[later.name]?.[0]) continue;
      const yields = name === 'replace' && later.name === 'n' && later.value === '1';
      list = list.filter((one) => one !== (yields ? later : earlier));
      if (!yields)
        await context.fail(
          `warning: options --${name} and ${shown} are mutually exclusive, ignoring previous --${name} value`,
        );
    }
  }
  return {
    ...options,
    list,
    has: (name) => list.some((one) => one.name === name),
    get: (name) => list.findLast((one) => one.name === name)?.value,
    all: (name) => list.filter((one) => one.name === name).map(({ value }) => value),
  };
}

/** Asks at the terminal, as the input has the arguments. */
async function isAllowed(context: CommandContext): Promise<boolean> {
  const terminal = terminalOf(context);
  context.err.write('?...');
  await context.err.flush();
  return saysYes(terminal);
}

function terminalOf(context: CommandContext): Input {
  try {
    return context.open('/dev/tty');
  } catch {
    throw new CommandFailure('failed to open /dev/tty for reading: No such device or address');
  }
}

async function runGiven(
  context: CommandContext,
  argv: readonly string[],
  settings: { fds: Descriptors; env?: Readonly<Record<string, string>> },
): Promise<{ code: number; started: boolean }> {
  try {
    const code = await context.run(argv, settings);
    const path = argv[0] ?? '';
    const refused = code === 126 && path.includes('/') && !((statPath(context, path)?.mode ?? 0) & 0o111);
    return { code, started: !refused };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { code: await context.fail(`${argv[0]}: No such file or directory`, error.status), started: false };
  }
}

/** Splits input into items; `ends` says whether an item is the last of its line. */
function itemsOf(
  text: string,
  options: ReturnType<typeof parseOptions>,
  lines: boolean,
  wholeLines: boolean,
  problems: CommandFailure[],
): { text: string; ends: boolean }[] {
  const separator = options.has('0') ? '\0' : delimiterOf(options.get('d'));
  if (separator !== undefined) {
    const parts = text.split(separator);
    if (parts.at(-1) === '') parts.pop();
    return parts.map((part) => ({ text: part, ends: true }));
  }
  const items: { text: string; ends: boolean }[] = [];
  const end = options.get('E') ?? (options.get('e') || undefined);
  for (const line of logicalLines(text)) {
    const words = wholeLines ? wholeLine(line.trimStart(), problems) : wordsIn(line, problems);
    // A blank at the end of a line joins it to the next.
    const continues = !wholeLines && /[ \t]$/.test(line);
    for (const [at, word] of words.entries()) {
      if (word === end) return lines ? items : items.map((item) => ({ ...item, ends: false }));
      if (word !== '' || /["']/.test(line)) items.push({ text: word, ends: at === words.length - 1 && !continues });
    }
    if (problems[0]) break;
  }
  return lines ? items : items.map((item) => ({ ...item, ends: false }));
}

/** The one character that `-d` names, also by an escape. Throws `Failure`. */
function delimiterOf(given: string | undefined): string | undefined {
  if (given === undefined || Array.from(given).length === 1) return given;
  const text = given.startsWith('\\') ? unescapeAnsi(given) : given;
  if (text.length === 1) return text;
  throw new CommandFailure(
    `Invalid input delimiter specification ${given}: the delimiter must be either a single character or an escape sequence starting with \\.`,
  );
}

/** The lines that are not blank. */
const logicalLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

function wholeLine(line: string, problems: CommandFailure[]): string[] {
  const open = /["']/.exec(line.replaceAll(/\\.|"[^"]*"|'[^']*'/gs, ''))?.[0];
  if (open === undefined) return [unquote(line)];
  problems.push(unmatched(open));
  return [];
}

const unmatched = (quote: string): CommandFailure =>
  new CommandFailure(
    `unmatched ${quote === '"' ? 'double' : 'single'} quote; by default quotes are special to xargs unless you use the -0 option`,
  );

function wordsIn(line: string, problems: CommandFailure[]): string[] {
  const words: string[] = [];
  const pattern = /\s*((?:[^\s"'\\]|\\.|"[^"]*"|'[^']*')*)/gsy;
  while (pattern.lastIndex < line.length) {
    const word = pattern.exec(line)?.[1] ?? '';
    const quote = /^["']/.exec(line.slice(pattern.lastIndex))?.[0];
    if (quote !== undefined) {
      problems.push(unmatched(quote));
      break;
    }
    if (word === '') break;
    words.push(unquote(word));
  }
  return words;
}

const unquote = (word: string): string =>
  word.replaceAll(
    /\\(.)|"([^"]*)"|'([^']*)'/gs,
    (_, escaped?: string, double?: string, single?: string) => escaped ?? double ?? single ?? '',
  );

function batchesOf(
  items: readonly { text: string; ends: boolean }[],
  options: ReturnType<typeof parseOptions>,
  replaced: string | undefined,
  commandSize: number,
): string[][] {
  if (replaced !== undefined) return items.map(({ text }) => [text]);
  const most = Number(options.get('n') ?? Infinity);
  const lines = options.has('L')
    ? Number(options.get('L'))
    : options.has('l')
      ? Number(options.get('l') || 1)
      : Infinity;
  const room = Number(options.get('s') ?? 128 * 1024) - commandSize;
  const batches: string[][] = [];
  let batch: string[] = [];
  let [size, ended] = [0, 0];
  const exits = options.has('x') || lines < Infinity;
  for (const { text, ends } of items) {
    if (text.length + 1 > room) throw new CommandFailure('argument line too long');
    const isOver = size + text.length + 1 > room && batch.length > 0;
    if (batch.length >= most || ended >= lines || isOver) {
      if (isOver && exits && batch.length < most && ended < lines) throw new CommandFailure('argument list too long');
      batches.push(batch);
      [batch, size, ended] = [[], 0, 0];
    }
    batch.push(text);
    size += text.length + 1;
    if (ends) ended += 1;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
