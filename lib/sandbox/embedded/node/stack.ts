import { inspect } from 'node-inspect-extracted';
import { SysError } from '../protocol/sys-client';
import { VERSION } from './early';
import { ResolveError } from './modules/resolve';

/** A stack with the sandbox's own frames left out, and the program's named as Node names them. */
export const cleanStack = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => !/^\s+at .*(?:blob:|<anonymous>\)?$)/.test(line))
    .map((line) => line.replace(/^(\s+at )eval \((.*)\)$/, '$1$2').replace(/\beval (?=[[(])/, '<anonymous> '))
    .join('\n');

/** An error as people read it: its stack, else its text. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `Uncaught ${String(error)}`;
  const stack = error.stack ? cleanStack(error.stack) : '';
  const title = `${error.name}: ${error.message}`;
  const shown = stack.includes(error.message) ? stack : `${title}\n${stack.replace(/^[^\n]*\n?/, '')}`;
  return shown.trimEnd();
}

/** To a program, errors of our own are plain ones, as in Node. */
for (const { prototype } of [SysError, ResolveError])
  Object.defineProperty(prototype, 'constructor', { value: Error, writable: true, configurable: true });

/** A frame's text, as the engine writes it. */
const textOf = (frame: { toString(): string }): string => frame.toString();

/** Has the engine write stacks so from the start: programs print them themselves. */
export function cleanStackTraces(): void {
  Error.prepareStackTrace = (error, frames) =>
    cleanStack([Error.prototype.toString.call(error), ...frames.map(textOf)].join('\n    at '));
}

/** What `node` prints before it dies of an error: where it was thrown, and all that the error says. */
export function fatalText(error: unknown): string {
  if (!(error instanceof Error)) {
    return `Uncaught:\n${inspect(error)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)\n\nNode.js ${VERSION}\n`;
  }
  const where = /\(?(?:file:\/\/)?(\/[^\s():]+:\d+):\d+\)?/.exec(error.stack ?? '')?.[1];
  return `${where ? `${where}\n\n` : ''}${inspect(error)}\n\nNode.js ${VERSION}\n`;
}
