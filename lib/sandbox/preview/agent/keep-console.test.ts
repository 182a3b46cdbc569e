// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { MAX_LINES } from '../limits';
import { keepConsole } from './keep-console';

it('tells each line at once, keeps it until it is taken, and says where an error was thrown', () => {
  // A page's own console, which is none of ours.
  const page = {
    log: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
    debug: () => undefined,
  };
  vi.stubGlobal('console', page);
  const told: string[] = [];
  const lines = keepConsole((line) => told.push(line));
  const { warn, log }: Record<'warn' | 'log', (...words: unknown[]) => void> = page;
  warn('a', { b: 1 });
  window.onerror?.('Uncaught Error: no', 'http://localhost/app/main.js?v=1', 3, 5);
  window.onerror?.('Uncaught Error: no', 'data:text/javascript,throw', 3, 5);
  window.alert('Hi');
  expect([window.confirm('Sure?'), window.prompt('Who?')]).toEqual([false, null]);
  const expected = [
    'warn: a {"b":1}',
    'error: Uncaught Error: no (main.js:3:5)',
    'error: Uncaught Error: no (line 3:5)',
    'note: alert("Hi"): a page here has no dialogs',
    'note: confirm("Sure?"): a page here has no dialogs',
    'note: prompt("Who?"): a page here has no dialogs',
  ];
  expect(told).toEqual(expected);
  expect(lines.take()).toEqual(expected);
  expect(lines.take()).toEqual([]);
  for (let line = 0; line < MAX_LINES + 50; line += 1) log(line);
  expect(told).toHaveLength(expected.length + MAX_LINES);
  expect(lines.take()).toHaveLength(MAX_LINES);
});
