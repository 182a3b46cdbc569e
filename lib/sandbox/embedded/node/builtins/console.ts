import { format, inspect } from 'util';
import { describeError } from '../stack';
import type { Guest } from '../guest';

const shown = (value: unknown): unknown => (value instanceof Error ? describeError(value) : value);

/** The text `console.log` prints for its arguments. */
export function logText(args: readonly unknown[]): string {
  const values = args.map(shown);
  if (typeof args[0] === 'string') return format(...values);
  return values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ');
}

export function makeConsole({ sys }: Guest) {
  let indent = '';
  const counts = new Map<string, number>();
  const times = new Map<string, number>();
  const to =
    (fd: 1 | 2) =>
    (...args: unknown[]) =>
      sys.output(fd, `${indent}${logText(args).replaceAll('\n', `\n${indent}`)}\n`);
  const log = to(1);
  const error = to(2);
  return {
    log,
    info: log,
    debug: log,
    error,
    warn: error,
    trace: (...args: unknown[]) => error(`Trace: ${logText(args)}`),
    dir: (value: unknown, options?: object) => log(inspect(value, { ...options })),
    table: (rows: unknown) => log(inspect(rows)),
    assert: (condition: unknown, ...args: unknown[]) => {
      if (!condition) error(args.length > 0 ? `Assertion failed: ${logText(args)}` : 'Assertion failed');
    },
    group: (...args: unknown[]) => {
      if (args.length > 0) log(...args);
      indent += '  ';
    },
    groupEnd: () => (indent = indent.slice(2)),
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      log(`${label}: ${counts.get(label)}`);
    },
    time: (label = 'default') => times.set(label, performance.now()),
    timeEnd: (label = 'default') => log(`${label}: ${(performance.now() - (times.get(label) ?? 0)).toFixed(3)}ms`),
  };
}
