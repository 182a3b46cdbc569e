import type { ShellTask } from '../../task';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import { parseSignalled } from './signal-option';
import { posixRegExp } from '../../../../regexp/posix-regexp';

const CHOICES =
  'v f i n o x A P: u: U: G! g! s! t! O! F! L! r! inverse=v full=f ignore-case=i newest=n oldest=o exact=x ignore-ancestors=A parent:=P euid:=u uid:=U pgroup:=g session:=s terminal:=t older:=O pidfile:=F runstates:=r count=c c';

/** A program's name as the system keeps it: 15 characters at most. */
const nameOf = ({ program, name }: ShellTask): string => (program?.argv[0] ?? name).replace(/^.*\//, '').slice(0, 15);

const wordsOf = ({ program, name }: ShellTask): string => program?.argv.join(' ') ?? name;

/** `pgrep`: prints the ids of programs by their names. */
export const pgrep: Command = (context) => {
  const options = parseOptions(
    context.args,
    `${CHOICES} d: l a w! delimiter:=d list-name=l list-full=a lightweight=w`,
    {
      status: 2,
    },
  );
  const found = chosen(context, options);
  if (options.has('c')) context.out.write(`${found.length}\n`);
  else if (found.length > 0) {
    const shown = found.map((task) => {
      const more = options.has('a') ? ` ${wordsOf(task)}` : options.has('l') ? ` ${nameOf(task)}` : '';
      return `${task.pid}${more}`;
    });
    context.out.write(`${shown.join(options.get('d') ?? '\n')}\n`);
  }
  return found.length > 0 ? 0 : 1;
};

/** `pkill`: signals programs by their names. */
export const pkill: Command = async (context) => {
  const unknown = (given: string) => new UsageFailure(`unknown signal "${given}"`, 2);
  const spec = `${CHOICES} e signal: q! queue:=q echo=e`;
  const { signal, options } = parseSignalled(context.args, spec, 'signal', unknown, 2);
  const found = chosen(context, options);
  if (options.has('c')) context.out.write(`${found.length}\n`);
  for (const task of found) {
    if (options.has('e')) context.out.write(`${nameOf(task)} killed (pid ${task.pid})\n`);
    await context.out.flush();
    task.signal(signal);
  }
  return found.length > 0 ? 0 : 1;
};

/** `killall`: signals all programs with a name. */
export const killall: Command = async (context) => {
  const unknown = (given: string) => new CommandFailure(`${given}: unknown signal; killall -l lists signals.`);
  const spec = 's: q v e I signal:=s quiet=q verbose=v exact=e ignore-case=I i! g! r! u! w! l!';
  const { signal, options } = parseSignalled(context.args, spec, 's', unknown);
  if (options.operands.length === 0) throw new UsageFailure('no process name given');
  let status = 0;
  for (const name of options.operands) {
    const same = (one: string): boolean =>
      options.has('I') ? one.toLowerCase() === name.toLowerCase() : one === name.slice(0, 15);
    const found = others(context).filter((task) => same(nameOf(task)));
    for (const task of found) {
      if (options.has('v')) context.err.write(`Killed ${name}(${task.pid}) with signal ${signal}\n`);
      task.signal(signal);
    }
    if (found.length > 0) continue;
    status = 1;
    if (!options.has('q')) context.err.write(`${name}: no process found\n`);
  }
  await context.err.flush();
  return status;
};

/** All programs but the one that asks, oldest first. */
const others = ({ system, task }: CommandContext): ShellTask[] =>
  [...system.tasks.running.values()].filter((one) => one !== task && one.program !== undefined);

function chosen(context: CommandContext, options: ParsedOptions): ShellTask[] {
  const [pattern, extra] = options.operands;
  const parents = options.get('P')?.split(',');
  const users = [...options.all('u'), ...options.all('U')].flatMap((names) => names.split(','));
  if (extra !== undefined) throw new UsageFailure('only one pattern can be provided', 2);
  if (pattern === undefined && parents === undefined && users.length === 0)
    throw new UsageFailure('no matching criteria specified', 2);
  const wanted =
    pattern === undefined
      ? undefined
      : posixRegExp(options.has('x') ? `^(${pattern})$` : pattern, options.has('i') ? 'i' : '', 'extended');
  const mine = users.length === 0 || users.some((user) => user === '1000' || user === (context.env.USER ?? 'user'));
  const isAsked = (task: ShellTask): boolean =>
    mine &&
    (parents === undefined || parents.includes(String(task.parent?.pid ?? 0))) &&
    (wanted === undefined || wanted.test(options.has('f') ? wordsOf(task) : nameOf(task)));
  const ancestors = new Set<ShellTask>();
  for (let task = context.task.parent; task && options.has('A'); task = task.parent) ancestors.add(task);
  const found = others(context).filter((task) => !ancestors.has(task) && isAsked(task) !== options.has('v'));
  if (options.has('n')) return found.slice(-1);
  return options.has('o') ? found.slice(0, 1) : found;
}
