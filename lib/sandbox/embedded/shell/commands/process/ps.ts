import { ownValue } from '@/lib/protocol/own-value';
import type { ShellTask } from '../../task';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { parseOptions } from '../options';

/** A column that `-o` may name: its head, its width (negative to align left), and its content. */
type Column = readonly [head: string, width: number, show: (task: ShellTask, user: string) => string];

const COLUMNS: Readonly<Record<string, Column>> = {
  pid: ['PID', 5, ({ pid }) => String(pid)],
  ppid: ['PPID', 5, ({ parent }) => String(parent?.pid ?? 0)],
  pgid: ['PGID', 5, ({ pid }) => String(pid)],
  user: ['USER', -8, (_, user) => user],
  uid: ['UID', 5, () => '1000'],
  comm: ['COMMAND', -15, ({ name }) => commandOf(name)],
  args: ['COMMAND', -27, ({ name }) => name],
  stat: ['STAT', -4, () => 'S'],
  state: ['S', -1, () => 'S'],
  tty: ['TT', -8, () => '?'],
  time: ['TIME', 8, () => '00:00:00'],
  etime: ['ELAPSED', 11, () => '00:00'],
  '%cpu': ['%CPU', 4, () => '0.0'],
  '%mem': ['%MEM', 4, () => '0.0'],
  rss: ['RSS', 5, () => '0'],
  vsz: ['VSZ', 6, () => '0'],
  ni: ['NI', 3, () => '0'],
};

const SAME: Readonly<Record<string, string>> = {
  cmd: 'args', command: 'args', ucmd: 'comm', ucomm: 'comm', euser: 'user', uname: 'user', s: 'state', tt: 'tty', tname: 'tty',
  pcpu: '%cpu', pmem: '%mem', cputime: 'time', vsize: 'vsz', nice: 'ni', euid: 'uid', pgrp: 'pgid',
}; // prettier-ignore

/** Heads of column aliases that differ from the column's own. */
const HEADS: Readonly<Record<string, string>> = { cmd: 'CMD', euser: 'EUSER', euid: 'EUID' };

const commandOf = (name: string): string => (name.split(' ')[0] ?? '').replace(/^.*\//, '');

/** `ps`: lists the shell's processes. */
export const ps: Command = (context) => {
  const [first = '', ...rest] = context.args;
  // BSD-style letters need no dash.
  const bsd = /^[auxwefl]+$/.test(first) ? first : '';
  const options = parseOptions(
    (bsd === '' ? context.args : rest).map((arg) => arg.replace(/^--no-headings$/, '--no-headers')),
    'a e A f F x! w u: U: p: o: C: t! l! j! pid:=p format:=o no-headers ppid: headers user:=u',
  );
  const chosen = tasksOf(context, options.get('p'), options.get('ppid'), options.get('C'));
  const user = context.env.USER ?? 'user';
  const format = options.all('o').join(',');
  if (format !== '') formatted(context, chosen, format, options.has('no-headers'));
  else
    listed(
      context,
      chosen,
      user,
      bsd.includes('u') ? 'bsd' : options.has('f') || bsd.includes('f') ? 'full' : 'short',
      !options.has('no-headers'),
    );
  return chosen.length > 0 ? 0 : 1;
};

function tasksOf({ system }: CommandContext, pids?: string, parents?: string, names?: string): ShellTask[] {
  const all = [...system.tasks.running.values()];
  const some = (text: string | undefined, of: (task: ShellTask) => string) =>
    text === undefined ? () => true : (task: ShellTask) => text.split(/[ ,]+/).includes(of(task));
  return all
    .filter(some(pids, ({ pid }) => String(pid)))
    .filter(some(parents, ({ parent }) => String(parent?.pid ?? 0)))
    .filter(some(names, ({ name }) => commandOf(name)));
}

function formatted(context: CommandContext, tasks: readonly ShellTask[], format: string, bare: boolean): void {
  const columns = format
    .split(/[ ,]+/)
    .filter(Boolean)
    .map((part) => {
      const [, name = '', head] = /^([^=]+)(?:=(.*))?$/.exec(part) ?? [];
      const column = ownValue(COLUMNS, ownValue(SAME, name) ?? name);
      if (!column) throw new CommandFailure(`error: unknown user-defined format specifier "${name}"`);
      return { head: head ?? HEADS[name] ?? column[0], column };
    });
  const user = context.env.USER ?? 'user';
  const line = (cells: readonly string[]) => {
    const shown = cells.map((cell, at) => {
      const width = columns[at]?.column[1] ?? 0;
      const isLast = at === cells.length - 1;
      return width < 0 ? (isLast ? cell : cell.padEnd(-width)) : cell.padStart(width);
    });
    context.out.write(`${shown.join(' ')}\n`);
  };
  if (!bare && columns.some(({ head }) => head !== '')) line(columns.map(({ head }) => head));
  for (const task of tasks) line(columns.map(({ column }) => column[2](task, user)));
}

function listed(
  context: CommandContext,
  tasks: readonly ShellTask[],
  user: string,
  form: 'bsd' | 'full' | 'short',
  headed: boolean,
): void {
  const HEAD = {
    bsd: 'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n',
    full: 'UID          PID    PPID  C STIME TTY          TIME CMD\n',
    short: '  PID TTY          TIME CMD\n',
  };
  if (headed) context.out.write(HEAD[form]);
  for (const { pid, name, parent } of tasks) {
    const number = String(pid).padStart(5);
    if (form === 'bsd')
      context.out.write(`${user.padEnd(8)} ${number}  0.0  0.0      0     0 ?        S    00:00   0:00 ${name}\n`);
    else if (form === 'full')
      context.out.write(
        `${user.padEnd(8)} ${number} ${String(parent?.pid ?? 0).padStart(7)}  0 00:00 ?        00:00:00 ${name}\n`,
      );
    else context.out.write(`${number} ?        00:00:00 ${commandOf(name)}\n`);
  }
}
