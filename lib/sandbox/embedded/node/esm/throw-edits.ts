import { children, type Node } from './ast';
import type { Edit } from './await-edits';

/** The global function around what is thrown. */
const THROWN = '__thrown';

/** Whether a text of the program's own may throw something that it does not make there. */
export const throwsOther = (source: string, url: string): boolean =>
  /\bthrow\s+(?!new\b)/.test(source) && !url.includes('/node_modules/');

/** The last that was thrown, and where: file, and line and column from 1. */
let last: { value: unknown; url: string; line: number; column: number } | undefined;

Reflect.defineProperty(globalThis, THROWN, {
  value: (value: unknown, url: string, line: number, column: number) => {
    last = { value, url, line, column };
    return value;
  },
});

/** Where a value was thrown, if it was the last that was, and was not made there. */
export const thrownAt = (value: unknown) => (last && Object.is(last.value, value) ? last : undefined);

/** The engine tells nobody where an error was thrown that was made elsewhere, or a value that is none: so the text notes it. */
export function throwEdits(program: Node, source: string, url: string): Edit[] {
  const edits: Edit[] = [];
  const visit = (node: Node): void => {
    const { type, argument, start } = node;
    if (type === 'ThrowStatement' && argument && argument.type !== 'NewExpression') {
      const before = source.slice(0, start).split('\n');
      const place = [JSON.stringify(url), before.length, (before.at(-1)?.length ?? 0) + 1].join();
      edits.push([argument.start, argument.start, `${THROWN}(`], [argument.end, argument.end, `,${place})`]);
    }
    for (const [, child] of children(node)) visit(child);
  };
  visit(program);
  return edits;
}
