import type { OpenFile } from '../../io/open-file';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { parseOptions } from '../options';

const SPEC =
  's e x u n w: o E: c: F! shared=s exclusive=x unlock=u nonblock=n nb=n timeout:=w wait:=w close=o conflict-exit-code:=E command:=c no-fork=F verbose';

interface Lock {
  readonly file: OpenFile;
  readonly shared: boolean;
}

/** Locks held in this process, by path, and those who wait for one. The kernel knows which process holds a lock. */
const held = new Map<string, Lock[]>();
const waiting = new Set<() => void>();

const ASK_AGAIN_MS = 20;

function release({ sys }: CommandContext, path: string, file: OpenFile): void {
  const left = (held.get(path) ?? []).filter((lock) => lock.file !== file);
  if (left.length > 0) held.set(path, left);
  else if (held.delete(path)) sys.unlock(path);
  for (const wake of waiting) wake();
  waiting.clear();
}

/** `flock`: locks a file while a command runs, or as long as a descriptor is open. */
export const flock: Command = async (context) => {
  const options = parseOptions(context.args, SPEC, { stopAtOperand: true, status: 64 });
  const [target, ...rest] = options.operands;
  if (target === undefined) throw new CommandFailure('not enough arguments', 64);
  const script = options.get('c') ?? (rest[0] === '-c' || rest[0] === '--command' ? rest[1] : undefined);
  const argv = script === undefined ? rest : [context.env.SHELL ?? '/bin/sh', '-c', script];
  const isNumber = /^\d+$/.test(target) && argv.length === 0;
  if (!isNumber && argv.length === 0) throw new CommandFailure(`bad file descriptor: '${target}'`, 64);
  const file = isNumber ? context.fds.get(Number(target)) : lockFile(context, target);
  if (!file) throw new CommandFailure(`${target}: Bad file descriptor`, 65);
  const path = file.about.path ?? target;
  if (options.has('u')) {
    release(context, path, file);
    return 0;
  }
  const limit = options.has('n') ? 0 : options.has('w') ? Number(options.get('w')) * 1000 : Infinity;
  if (!(await acquire(context, path, { file, shared: options.has('s') }, limit))) return Number(options.get('E') ?? 1);
  file.onClosed = () => release(context, path, file);
  if (isNumber) return 0;
  file.retain();
  try {
    return await context.run(argv);
  } finally {
    file.release();
  }
};

function lockFile(context: CommandContext, name: string): OpenFile {
  const opened = context.openFile(name);
  if (opened) return opened;
  throw new CommandFailure(`cannot open lock file ${name}: No such file or directory`, 66);
}

async function acquire(context: CommandContext, path: string, lock: Lock, limit: number): Promise<boolean> {
  const until = performance.now() + limit;
  for (;;) {
    const others = (held.get(path) ?? []).filter(({ file }) => file !== lock.file);
    const isFree = others.length === 0 || (lock.shared && others.every(({ shared }) => shared));
    if (isFree && context.sys.lock(path, lock.shared)) {
      held.set(path, [...others, lock]);
      return true;
    }
    const left = until - performance.now();
    if (left <= 0) return false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const freed = new Promise<void>((wake) => {
      waiting.add(wake);
      // Another process does not say when it releases its lock, so ask again.
      const again = isFree ? Math.min(left, ASK_AGAIN_MS) : left;
      if (again < Infinity) timer = setTimeout(wake, again);
    });
    await context.task.wait(freed).finally(() => clearTimeout(timer));
  }
}
