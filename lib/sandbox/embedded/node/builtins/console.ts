import { format, formatWithOptions, inspect, type InspectOptions } from 'node-inspect-extracted';
import type { Guest } from '../guest';
import { tableText } from './console-table';

const INDENT = 2;

/** The text `console.log` prints for its arguments. */
export const logText = (args: readonly unknown[]): string => format(...args);

/** `console`. Its methods may be taken off and passed on. */
export function makeConsole({ sys }: Guest) {
  let indent = '';
  const counts = new Map<string, number>();
  const times = new Map<string, number>();
  const write = (fd: 1 | 2, text: string) => sys.output(fd, `${indent}${text.replaceAll('\n', `\n${indent}`)}\n`);
  const log = (...args: unknown[]) => write(1, logText(args));
  const error = (...args: unknown[]) => write(2, logText(args));
  const warning = (text: string) => sys.output(2, `(node) Warning: ${text}\n`);
  const passed = (label: string, kind: string): string | undefined => {
    const started = times.get(label);
    if (started !== undefined) return `${label}: ${duration(performance.now() - started)}`;
    warning(`No such label '${label}' for console.${kind}()`);
    return undefined;
  };
  const group = (...args: unknown[]) => {
    if (args.length > 0) log(...args);
    indent += ' '.repeat(INDENT);
  };
  return {
    log,
    info: log,
    debug: log,
    error,
    warn: error,
    dirxml: log,
    trace: (...args: unknown[]) => {
      const { stack = '' } = new Error(logText(args));
      write(2, stack.replace(/^Error(?=:|$)/m, 'Trace'));
    },
    dir: (value: unknown, options?: InspectOptions) => write(1, inspect(value, { customInspect: false, ...options })),
    table: (rows: unknown, columns?: readonly string[]) => {
      if (typeof rows === 'object' && rows !== null) write(1, tableText(rows, columns));
      else log(rows);
    },
    assert: (condition: unknown, ...args: unknown[]) => {
      if (condition) return;
      const [first, ...rest] = args;
      if (typeof first === 'string') error(`Assertion failed: ${first}`, ...rest);
      else error(args.length > 0 ? 'Assertion failed:' : 'Assertion failed', ...args);
    },
    group,
    groupCollapsed: group,
    groupEnd: () => void (indent = indent.slice(INDENT)),
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      log(`${label}: ${counts.get(label)}`);
    },
    countReset: (label = 'default') => {
      if (!counts.delete(label)) warning(`Count for '${label}' does not exist`);
    },
    time: (label = 'default') => {
      if (times.has(label)) warning(`Label '${label}' already exists for console.time()`);
      else times.set(label, performance.now());
    },
    timeLog: (label = 'default', ...args: unknown[]) => {
      const text = passed(label, 'timeLog');
      if (text !== undefined) write(1, formatWithOptions({}, text, ...args));
    },
    timeEnd: (label = 'default') => {
      const text = passed(label, 'timeEnd');
      if (text !== undefined) log(text);
      times.delete(label);
    },
  };
}

const SECOND = 1000;

const duration = (ms: number): string => (ms >= SECOND ? `${(ms / SECOND).toFixed(3)}s` : `${Number(ms.toFixed(3))}ms`);
