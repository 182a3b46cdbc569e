import type { Statement } from 'unbash';
import type { SourceText } from './source-text';

const LOOKS_EXTENDED = /[?*+@!]\(/;

/**
 * The position of a pattern such as `!(a|b)` outside `[[` in a line, if it has one: without `extglob`, bash cannot parse it.
 * The parser always accepts it, because it parses the whole script before any of it runs.
 */
export function extendedPattern({ text }: SourceText, line: readonly Statement[]): number | undefined {
  for (const statement of line) {
    if (!LOOKS_EXTENDED.test(text.slice(statement.pos, statement.end))) continue;
    const found = findIn(statement);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findIn(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const type: unknown = Reflect.get(node, 'type');
  if (type === 'ExtendedGlob') return Number(Reflect.get(node, 'pos')) + 1;
  if (type === 'TestCommand') return undefined;
  // The parts of a word and the script of a substitution are computed when read.
  for (const inner of [Reflect.get(node, 'parts'), Reflect.get(node, 'script'), ...Object.values(node)]) {
    const found = findIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
