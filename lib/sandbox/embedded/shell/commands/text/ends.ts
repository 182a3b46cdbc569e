import { concat } from '../../../../bytes-text';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { eachFile, parseSize } from '../each-file';
import type { Input } from '../input';
import { parseOptions } from '../options';

interface Amount {
  bytes: boolean;
  count: number;
  /** `-` before the count of `head`, or `+` before that of `tail`. */
  sign: string;
  end: number;
}

const SPEC = 'c: n: q v z bytes:=c lines:=n quiet=q silent=q verbose=v zero-terminated=z';

/** `-5`, `-5c` and `-5f` as they are written today. */
function modern(name: string, arg: string): string[] {
  const [, count, unit, flags = ''] = /^-(\d+[bkKmM]?)([cl]?)([fqvz]*)$/.exec(arg) ?? [];
  if (count === undefined || (name === 'tail' ? /[qvz]/ : /f/).test(flags)) return [arg];
  return [`-${unit === 'c' ? 'c' : 'n'}${count}`, ...Array.from(flags, (letter) => `-${letter}`)];
}

function amountOf(
  name: string,
  args: readonly string[],
  spec: string,
): { amount: Amount; rest: ReturnType<typeof parseOptions> } {
  const rest = parseOptions(
    args.flatMap((arg, at) => (/^-(?:[cn]|-l[ines]*|-b[ytes]*)$/.test(args[at - 1] ?? '') ? [arg] : modern(name, arg))),
    spec,
  );
  const chosen = rest.list.findLast((one) => one.name === 'c' || one.name === 'n');
  const text = chosen?.value ?? '10';
  const bytes = chosen?.name === 'c';
  const count = parseSize(text.replace(/^-/, ''), `number of ${bytes ? 'bytes' : 'lines'}`);
  if (name === 'head' && count >= 2 ** 64)
    throw new CommandFailure(
      `invalid number of ${bytes ? 'bytes' : 'lines'}: ‘${text}’: Value too large for defined data type`,
    );
  const sign = /^[-+]/.exec(text)?.[0] ?? '';
  return { amount: { bytes, count, sign, end: rest.has('z') ? 0 : 10 }, rest };
}

function heading(context: CommandContext, rest: ReturnType<typeof parseOptions>): (name: string) => void {
  const loud = rest.list.findLast(({ name }) => name === 'q' || name === 'v')?.name;
  const shown = loud === 'v' || (loud !== 'q' && rest.operands.length > 1);
  let between = '';
  return (name) => {
    if (!shown) return;
    context.out.write(`${between}==> ${name === '-' ? 'standard input' : name} <==\n`);
    between = '\n';
  };
}

export const head: Command = async (context) => {
  const { amount, rest } = amountOf('head', context.args, SPEC);
  const title = heading(context, rest);
  return eachFile(context, rest.operands, async (input, name) => {
    const first = await input.read();
    title(name);
    if (first) input.putBack(first);
    if (amount.sign === '-') context.out.write(before(await input.bytes(), amount));
    else await take(context, input, amount);
    await context.out.flush();
  });
};

/** How much of a pipe GNU's `head` reads at once. */
const BLOCK = 8192;

async function take(context: CommandContext, input: Input, { bytes, count, end }: Amount): Promise<void> {
  let left = count;
  while (left > 0) {
    const next = await input.read();
    if (!next) return;
    const at = bytes ? Math.min(left, next.length) : endOfLine(next, left, end);
    left -= bytes ? at : countOf(next.subarray(0, at), end);
    context.out.write(next.subarray(0, at));
    await context.out.flush();
    if (bytes) input.putBack(next.subarray(at));
    else input.leave(next, at, BLOCK);
  }
}

function countOf(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + 1)) count += 1;
  return count;
}

/** The offset where the first `lines` lines end. */
function endOfLine(bytes: Uint8Array, lines: number, end: number): number {
  let at = -1;
  for (let left = lines; left > 0; left -= 1) {
    at = bytes.indexOf(end, at + 1);
    if (at < 0) return bytes.length;
  }
  return at + 1;
}

function before(all: Uint8Array, { bytes, count, end }: Amount): Uint8Array {
  return all.subarray(0, bytes ? Math.max(0, all.length - count) : startOfLast(all, count, end));
}

/** The offset where the last `count` lines start. */
function startOfLast(all: Uint8Array, count: number, end: number): number {
  if (count === 0) return all.length;
  let at = all.at(-1) === end ? all.length - 1 : all.length;
  for (let left = count; left > 0; left -= 1) {
    at = at <= 0 ? -1 : all.lastIndexOf(end, at - 1);
    if (at < 0) return 0;
  }
  return at + 1;
}

export const tail: Command = async (context) => {
  const args = context.args.map((arg, at) =>
    /^\+\d+$/.test(arg) && at === 0 && context.args.length < 3 ? `-n${arg}` : arg,
  );
  const { amount, rest } = amountOf(
    'tail',
    args,
    `${SPEC} f F retry s: pid: follow:: sleep-interval:=s max-unchanged-stats:`,
  );
  const follows = rest.has('f') || rest.has('F') || rest.has('follow');
  const every = rest.get('s');
  if (every !== undefined && !/^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(every))
    throw new CommandFailure(`invalid number of seconds: ‘${every}’`);
  if (rest.has('retry') && !follows)
    await context.fail('warning: --retry ignored; --retry is useful only when following');
  const title = heading(context, rest);
  const sizes = new Map<string, number>();
  const status = await eachFile(context, rest.operands, async (input, name) => {
    const all = await input.bytes();
    title(name);
    sizes.set(name, all.length);
    const { bytes, count, sign, end } = amount;
    if (sign === '+')
      context.out.write(all.subarray(bytes ? Math.max(0, count - 1) : count <= 1 ? 0 : endOfLine(all, count - 1, end)));
    else context.out.write(all.subarray(bytes ? Math.max(0, all.length - count) : startOfLast(all, count, end)));
    await context.out.flush();
  });
  if (follows && sizes.size === 0 && !rest.has('F') && !rest.has('retry')) return context.fail('no files remaining');
  // By name: also files that are not there yet, or no more.
  const byName = rest.has('F') || rest.get('follow') === 'name';
  if (byName) for (const name of rest.operands) if (!sizes.has(name)) sizes.set(name, 0);
  if (follows) await follow(context, sizes, byName, rest.all('pid').map(Number));
  return status;
};

const LOOK_EVERY_MS = 100;

/** Shows what is appended to files until a signal arrives, or all of the processes have ended. */
async function follow(
  context: CommandContext,
  sizes: Map<string, number>,
  byName: boolean,
  pids: readonly number[],
): Promise<void> {
  const files = [...sizes.keys()].filter((name) => name !== '-');
  if (files.length === 0) throw new CommandFailure('cannot follow standard input');
  for (;;) {
    const over = pids.length > 0 && !pids.some((pid) => context.system.tasks.running.has(pid));
    await context.task.wait(new Promise<void>((go) => void setTimeout(go, LOOK_EVERY_MS)));
    for (const name of files) {
      try {
        const { size } = context.sys.stat(context.path(name));
        const known = sizes.get(name) ?? 0;
        const from = size < known ? 0 : known;
        if (size > from) context.out.write(concat([context.sys.readPart(context.path(name), from, size - from)]));
        sizes.set(name, size);
      } catch {
        // The file may come back.
        if (byName) sizes.set(name, 0);
      }
    }
    await context.out.flush();
    if (over) return;
  }
}
