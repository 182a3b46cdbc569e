import { ownValue } from '@/lib/protocol/own-value';
import { strftime } from '../../builtins/strftime';
import type { ShellTask } from '../../task';
import { CommandFailure, type CommandContext } from '../context';

/** What the values of a column are made from. */
export interface Row {
  readonly task: ShellTask;
  readonly user: string;
  readonly zone: string;
  /** The lines of a tree before the command. */
  readonly branch: string;
}

export interface Column {
  readonly head: string;
  /** Negative to align left. */
  readonly width: number;
  show(row: Row): string;
}

type Short = readonly [head: string, width: number, show: (row: Row) => string];

const constant = (text: string) => (): string => text;
const started =
  (format: string) =>
  ({ zone }: Row): string =>
    strftime(format, performance.timeOrigin, zone);
const seconds = (): number => Math.floor(performance.now() / 1000);
const pid = ({ task }: Row): string => String(task.pid);
const group = ({ task }: Row): string => String(task.group);
const session = ({ task }: Row): string => {
  let top = task;
  while (top.parent) top = top.parent;
  return String(top.pid);
};
const user = (row: Row): string => row.user;
const uid = constant('1000');
const words = ({ task, branch }: Row): string => branch + (task.program?.argv.join(' ') ?? task.name);
const mask = constant('0'.repeat(16));

/** The name of a program without its folder. */
export const commandOf = ({ name }: ShellTask): string => (name.split(' ')[0] ?? '').replace(/^.*\//, '');
const name = ({ task, branch }: Row): string => branch + commandOf(task);

function elapsed(): string {
  const all = seconds();
  const [days, hours] = [Math.floor(all / 86_400), Math.floor(all / 3600) % 24];
  const rest = [Math.floor(all / 60) % 60, all % 60].map((value) => String(value).padStart(2, '0')).join(':');
  const whole = all >= 3600 ? `${String(hours).padStart(2, '0')}:${rest}` : rest;
  return days > 0 ? `${days}-${whole}` : whole;
}

/** The columns that `-o` may name, with their other names. */
const COLUMNS: readonly (readonly [names: string, ...Short])[] = [
  ['pid', 'PID', 5, pid],
  ['ppid', 'PPID', 5, ({ task }) => String(task.parent?.pid ?? 0)],
  ['pgid', 'PGID', 5, group],
  ['pgrp', 'PGRP', 5, group],
  ['sid', 'SID', 5, session],
  ['sess session', 'SESS', 5, session],
  ['tpgid', 'TPGID', 5, constant('-1')],
  ['lwp', 'LWP', 5, pid],
  ['tid', 'TID', 5, pid],
  ['spid', 'SPID', 5, pid],
  ['user uname', 'USER', -8, user],
  ['euser', 'EUSER', -8, user],
  ['ruser', 'RUSER', -8, user],
  ['group', 'GROUP', -8, user],
  ['egroup', 'EGROUP', -8, user],
  ['rgroup', 'RGROUP', -8, user],
  ['uid', 'UID', 5, uid],
  ['euid', 'EUID', 5, uid],
  ['ruid', 'RUID', 5, uid],
  ['gid', 'GID', 5, uid],
  ['egid', 'EGID', 5, uid],
  ['rgid', 'RGID', 5, uid],
  ['comm ucomm fname', 'COMMAND', -15, name],
  ['ucmd', 'CMD', -15, name],
  ['args command', 'COMMAND', -27, words],
  ['cmd', 'CMD', -27, words],
  ['exe', 'EXE', -27, ({ task }) => task.program?.argv[0] ?? task.name],
  ['stat', 'STAT', -4, constant('S')],
  ['state s', 'S', -1, constant('S')],
  ['tty tt', 'TT', -8, constant('?')],
  ['tname', 'TTY', -8, constant('?')],
  ['time cputime', 'TIME', 8, constant('00:00:00')],
  ['bsdtime', 'TIME', 6, constant('0:00')],
  ['etime', 'ELAPSED', 11, elapsed],
  ['etimes', 'ELAPSED', 7, () => String(seconds())],
  ['start', 'STARTED', 8, started('%T')],
  ['lstart', 'STARTED', 24, started('%a %b %e %T %Y')],
  ['bsdstart', 'START', 6, started('%H:%M')],
  ['start_time', 'START', 5, started('%H:%M')],
  ['stime', 'STIME', 5, started('%H:%M')],
  ['%cpu pcpu', '%CPU', 4, constant('0.0')],
  ['c', 'C', 2, constant('0')],
  ['%mem pmem', '%MEM', 4, constant('0.0')],
  ['rss rssize', 'RSS', 5, constant('0')],
  ['rsz', 'RSZ', 5, constant('0')],
  ['vsz vsize', 'VSZ', 6, constant('0')],
  ['sz', 'SZ', 5, constant('0')],
  ['size', 'SIZE', 5, constant('0')],
  ['trs', 'TRS', 4, constant('0')],
  ['drs', 'DRS', 5, constant('0')],
  ['ni nice', 'NI', 3, ({ task }) => String(task.niceness)],
  ['pri', 'PRI', 3, ({ task }) => String(19 - task.niceness)],
  ['opri', 'PRI', 3, ({ task }) => String(80 + task.niceness)],
  ['priority', 'PRI', 3, ({ task }) => String(20 + task.niceness)],
  ['cls', 'CLS', 3, constant('TS')],
  ['class', 'CLS', -3, constant('TS')],
  ['policy', 'POL', -3, constant('TS')],
  ['rtprio', 'RTPRIO', 6, constant('-')],
  ['psr', 'PSR', 3, constant('0')],
  ['wchan', 'WCHAN', -6, constant('-')],
  ['f flag flags', 'F', 1, constant('0')],
  ['nlwp', 'NLWP', 4, constant('1')],
  ['thcount', 'THCNT', 5, constant('1')],
  ['addr_sz', 'ADDR SZ', 7, constant('- 0')],
  ['pending', 'PENDING', 16, mask],
  ['blocked', 'BLOCKED', 16, mask],
  ['ignored', 'IGNORED', 16, mask],
  ['caught', 'CAUGHT', 16, mask],
  ['majflt', 'MAJFLT', 6, constant('0')],
  ['minflt', 'MINFLT', 6, constant('0')],
  ['maj_flt', 'MAJFL', 6, constant('0')],
  ['min_flt', 'MINFL', 6, constant('0')],
  ['label', 'LABEL', -31, constant('-')],
  ['unit', 'UNIT', -31, constant('-')],
  ['cgroup', 'CGROUP', -27, constant('-')],
];

const BY_NAME: Readonly<Record<string, Column>> = Object.fromEntries(
  COLUMNS.flatMap(([names, head, width, show]) => names.split(' ').map((one) => [one, { head, width, show }])),
);

/** The columns of the formats that letters choose. */
export const TABLES = {
  short: 'pid tname time ucmd',
  full: 'uid=UID:user pid ppid c stime tname time cmd',
  extra: 'uid=UID:user pid ppid c sz rss psr stime tname time cmd',
  threads: 'uid=UID:user pid ppid lwp c nlwp stime tname time cmd',
  long: 'f s uid pid ppid c pri=PRI:opri ni addr_sz wchan tname time ucmd',
  longer: 's uid pid ppid c pri=PRI:opri ni rss sz wchan tname time ucmd',
  jobs: 'pid pgid sid tname time ucmd',
  plain: 'pid tname stat bsdtime args',
  users: 'user pid %cpu %mem vsz rss tname stat start_time bsdtime args',
  longPlain: 'f uid pid ppid pri=PRI:priority ni vsz rss wchan stat tname bsdtime args',
  jobsPlain: 'ppid pid pgid sid tname tpgid stat uid bsdtime args',
  signals: 'uid pid pending blocked ignored caught stat tname bsdtime args',
  memory: 'pid tname stat bsdtime maj_flt trs=TRS:drs drs rss %mem args',
} as const;

/** The columns of one of the formats. */
export const columnsOf = (format: keyof typeof TABLES): Column[] =>
  TABLES[format].split(' ').map((part) => {
    const [, head, other] = /=(.*):(.*)$/.exec(part) ?? [];
    const column = columnNamed(other ?? part);
    return head === undefined ? column : { ...column, head };
  });

/** The columns that an option `-o` names, each perhaps with a head of its own. */
export function columnsGiven(format: string): Column[] {
  const columns: Column[] = [];
  for (const [, part = ''] of format.matchAll(/([^ ,=]+(?:=(?=,)|=.*$)?)/g)) {
    const [, given = '', head] = /^([^=]+)(?:=(.*))?$/.exec(part) ?? [];
    const column = columnNamed(given);
    columns.push(head === undefined ? column : { ...column, head, width: widened(column.width, head) });
  }
  return columns;
}

const widened = (width: number, head: string): number =>
  width < 0 ? Math.min(width, -head.length) : Math.max(width, head.length);

/** A column by one of its names, perhaps with a width as in `comm:20`. Throws a `Failure`. */
export function columnNamed(given: string): Column {
  const [, plain = '', width] = /^(.*?)(?::(\d+))?$/.exec(given) ?? [];
  const column = ownValue(BY_NAME, plain.toLowerCase());
  if (!column) throw new CommandFailure(`error: unknown user-defined format specifier "${given}"`);
  return width === undefined ? column : { ...column, width: column.width < 0 ? -Number(width) : Number(width) };
}

/** Prints a table; the last column is as wide as what stands in it. */
export function printRows(
  { out }: CommandContext,
  columns: readonly Column[],
  rows: readonly Row[],
  bare: boolean,
): void {
  const line = (cells: readonly string[]): void => {
    const shown = cells.map((text, at) => {
      const cell = text.replaceAll(/\p{Cc}/gu, '?');
      const width = columns[at]?.width ?? 0;
      if (width >= 0) return cell.padStart(width);
      return at === cells.length - 1 ? cell : cell.slice(0, -width).padEnd(-width);
    });
    out.write(`${shown.join(' ')}\n`);
  };
  if (!bare && columns.some(({ head }) => head !== '')) line(columns.map(({ head }) => head));
  for (const row of rows) line(columns.map(({ show }) => show(row)));
}
