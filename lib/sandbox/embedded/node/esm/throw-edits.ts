import { children, type AstNode } from './ast';
import type { SourceEdit } from './await-edits';
import { callByEdits } from './called-by-edits';

/** The global function called around a thrown value. */
export const THROWN = '__thrown';

/** Whether the program's own code may throw a value that it did not create in the `throw` statement. */
export const throwsOther = (source: string, url: string): boolean =>
  /\bthrow\s+(?!new\b)/.test(source) && !url.includes('/node_modules/');

/** The last thrown value and its location: file, line and column, counted from 1. */
let last: { value: unknown; url: string; line: number; column: number } | undefined;

callByEdits(THROWN, (value: unknown, url: string, line: number, column: number) => {
  last = { value, url, line, column };
  return value;
});

/** Where a value was thrown, if it was the last one recorded. */
export const thrownAt = (value: unknown) => (last && Object.is(last.value, value) ? last : undefined);

/** To be listed before other edits, which may begin in the same place. The engine does not report where an existing error, or a value that is not an error, was thrown, so the code records it. */
export function throwEdits(program: AstNode, source: string, url: string): SourceEdit[] {
  const edits: SourceEdit[] = [];
  const starts = [0];
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) starts.push(end + 1);
  /** The last line that begins at or before a position, counted from 0. */
  const lineAt = (position: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low;
  };
  const visit = (node: AstNode): void => {
    const { type, argument, start } = node;
    if (type === 'ThrowStatement' && argument && argument.type !== 'NewExpression') {
      const line = lineAt(start);
      const place = [JSON.stringify(url), line + 1, start - (starts[line] ?? 0) + 1].join();
      // The value may be a list of expressions, whose last one is thrown. With the space, this ends after what ends there, too.
      const apart = source.startsWith('throw', argument.start - 'throw'.length) ? ' ' : '';
      edits.push([argument.start, argument.start, `${apart}${THROWN}((`], [argument.end, argument.end, ` ),${place})`]);
    }
    for (const [, child] of children(node)) visit(child);
  };
  visit(program);
  return edits;
}

/** Node's own throws of errors that are made elsewhere, or whose stack begins elsewhere; of some it does not show the line. */
const OWN_THROW = /throw ([\w.]+|new AssertionError\([^;]*?\));(?! \/\* node-do-not-add-exception-line)/g;

/** One of Node's own modules, which records what it throws. */
export function withThrows(source: string, url: string): string {
  let [line, start] = [1, 0];
  return source.replace(OWN_THROW, (_, value: string, at: number) => {
    for (let end = source.indexOf('\n', start); end >= 0 && end < at; end = source.indexOf('\n', start)) {
      line += 1;
      start = end + 1;
    }
    return `throw ${THROWN}(${value},'${url}',${line},${at - start + 1});`;
  });
}
