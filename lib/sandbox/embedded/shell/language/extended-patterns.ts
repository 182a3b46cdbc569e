import type { Statement } from 'unbash';
import type { SourceText } from './source-text';

const LOOKS_EXTENDED = /[?*+@!]\(/;

/**
 * Where a line has a pattern such as `!(a|b)` outside of `[[`: without `extglob` bash cannot read it. The parser takes it either way,
 * since it reads all of a script before any of it has run.
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
  // The parts of a word, and the script of a substitution, are made when they are asked for.
  for (const inner of [Reflect.get(node, 'parts'), Reflect.get(node, 'script'), ...Object.values(node)]) {
    const found = findIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
