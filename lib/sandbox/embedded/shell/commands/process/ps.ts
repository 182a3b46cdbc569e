import type { ShellTask } from '../../task';
import { UsageFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import {
  columnNamed,
  columnsGiven,
  columnsOf,
  commandOf,
  type TABLES,
  printRows,
  type Column,
  type Row,
} from './ps-columns';

const SPEC =
  'a A d e f F j l x y H L T w N p: q: u: U: G: g: s: t: C: o: O: k: M Z! c! m! V pid:=p quick-pid:=q user:=u User:=U Group:=G group:=G sid:=s tty:=t format:=o sort:=k deselect=N ppid: no-headers no-headings=no-headers no-heading=no-headers headers forest cumulative cols: columns:=cols width:=cols rows: lines:=rows version=V';

/** Letters without a dash, as BSD has them. Those with a value take what follows, or the next word. */
const BSD = /^(?:[axuflhjsvrwegTnS]*)(?:([optUk])(.*))?$/s;

interface Asked {
  readonly options: ParsedOptions;
  /** The letters without a dash. */
  readonly bsd: string;
  readonly formats: readonly string[];
  readonly pids: readonly string[];
  readonly sort: string | undefined;
}

/** `ps`: lists the shell's processes. */
export const ps: Command = (context) => {
  const asked = questionOf(context);
  const { options, bsd } = asked;
  if (options.has('V')) {
    context.out.write('ps from procps-ng 4.0.2\n');
    return 0;
  }
  const user = context.env.USER ?? 'user';
  const zone = context.env.TZ ?? '';
  const inTree = options.has('forest') || options.has('H') || bsd.includes('f');
  const tasks = tasksOf(context, asked, user);
  const rows = tasks.map((task): Row => ({ task, user, zone, branch: '' }));
  const shown = inTree ? treeOf(rows, options.has('H')) : sorted(rows, asked.sort);
  printRows(context, columnsFor(asked), shown, options.has('no-headers') || bsd.includes('h'));
  return shown.length > 0 ? 0 : 1;
};

function questionOf({ args }: CommandContext): Asked {
  // `-aux` is taken for `aux`, as there is no user x.
  const options = parseOptions(
    args.map((arg) => (/^-a?ux[a-z]*$/.test(arg) ? arg.slice(1) : arg)),
    SPEC,
  );
  let bsd = '';
  const values: Record<string, string[]> = {};
  const words = [...options.operands];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (/^\d[\d,]*$/.test(word)) {
      (values.p ??= []).push(word);
      continue;
    }
    const [, letter, attached] = BSD.exec(word) ?? [undefined, '', undefined];
    if (letter === '') throw new UsageFailure(`error: unsupported option '${word}'`);
    bsd += letter === undefined ? word : word.slice(0, word.indexOf(letter));
    if (letter !== undefined) (values[letter] ??= []).push(attached || (words.shift() ?? ''));
  }
  const formats = [...options.all('o'), ...(values.o ?? [])];
  const extra = options.get('O');
  return {
    options,
    bsd,
    formats: extra === undefined ? formats : [`pid,${extra},s,tname,time,command`],
    pids: values.p ?? [],
    sort: options.get('k') ?? values.k?.at(-1),
  };
}

function columnsFor({ options, bsd, formats, pids }: Asked): Column[] {
  if (formats.length > 0) return formats.flatMap(columnsGiven);
  const chosen: readonly [boolean, keyof typeof TABLES][] = [
    [bsd.includes('u'), 'users'],
    [bsd.includes('l'), 'longPlain'],
    [bsd.includes('j'), 'jobsPlain'],
    [bsd.includes('s'), 'signals'],
    [bsd.includes('v'), 'memory'],
    [options.has('L') && options.has('f'), 'threads'],
    [options.has('F'), 'extra'],
    [options.has('f'), 'full'],
    [options.has('l') && options.has('y'), 'longer'],
    [options.has('l'), 'long'],
    [options.has('j'), 'jobs'],
    [options.has('x') || pids.length > 0 || /[axfhgr]/.test(bsd), 'plain'],
  ];
  return columnsOf(chosen.find(([is]) => is)?.[1] ?? 'short');
}

function tasksOf({ system }: CommandContext, { options, pids }: Asked, user: string): ShellTask[] {
  const list = (...names: string[]): string[] =>
    names.flatMap((name) => options.all(name)).flatMap((text) => text.split(/[ ,]+/));
  const asked = [...list('p', 'q'), ...pids.flatMap((text) => text.split(','))];
  const users = list('u', 'U', 'G');
  const tests: ((task: ShellTask) => boolean)[] = [
    ...(asked.length > 0 ? [(task: ShellTask) => asked.includes(String(task.pid))] : []),
    ...(options.has('ppid') ? [(task: ShellTask) => list('ppid').includes(String(task.parent?.pid ?? 0))] : []),
    ...(options.has('C') ? [(task: ShellTask) => list('C').includes(commandOf(task))] : []),
    ...(users.length > 0 ? [() => users.includes(user) || users.includes('1000')] : []),
    ...(options.has('g') || options.has('s') ? [(task: ShellTask) => list('g', 's').includes(String(task.group))] : []),
    ...(options.has('t') ? [() => list('t').includes('?')] : []),
  ];
  const all = [...system.tasks.running.values()];
  if (tests.length === 0 || options.has('e') || options.has('A')) return all;
  // What any of the choices finds is shown, or else all the rest.
  return all.filter((task) => tests.some((test) => test(task)) !== options.has('N'));
}

function sorted(rows: readonly Row[], keys: string | undefined): Row[] {
  if (keys === undefined) return [...rows];
  const orders = keys.split(',').map((key) => ({
    column: columnNamed(key.replace(/^[-+]/, '')),
    sign: key.startsWith('-') ? -1 : 1,
  }));
  return rows.toSorted((a, b) => {
    for (const { column, sign } of orders) {
      const [left, right] = [column.show(a), column.show(b)];
      const order = Number(left) - Number(right) || (left < right ? -1 : left > right ? 1 : 0);
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

/** Children below their parents, drawn as a tree or only moved in. */
function treeOf(rows: readonly Row[], plain: boolean): Row[] {
  const has = new Set(rows.map(({ task }) => task));
  const made: Row[] = [];
  const visit = (row: Row, lead: string, mark: string, below: string): void => {
    made.push({ ...row, branch: lead + mark });
    const children = rows.filter(({ task }) => task.parent === row.task);
    for (const [at, child] of children.entries()) {
      const isLast = at === children.length - 1;
      if (plain) visit(child, `${lead}  `, '', '');
      else visit(child, lead + below, ' \\_ ', isLast ? '    ' : ' |  ');
    }
  };
  for (const row of rows) if (!row.task.parent || !has.has(row.task.parent)) visit(row, '', '', '');
  return made;
}
