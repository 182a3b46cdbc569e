import { VERSION } from './early';

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

/** What `node` prints before it dies of an error. */
export function fatalText(error: unknown): string {
  const where =
    error instanceof Error
      ? /\(?(?:file:\/\/)?(\/[^\s():]+:\d+):\d+\)?/.exec(cleanStack(error.stack ?? ''))?.[1]
      : undefined;
  return `${where ? `${where}\n\n` : ''}${describeError(error)}\n\nNode.js ${VERSION}\n`;
}
