import type { AstNode } from '../esm/ast';
import type { SourceEdit } from '../esm/await-edits';

/**
 * Scripts of one realm see what each declares at its top level with `let`, `const` and `class`. Evaluated text keeps those
 * to itself and exposes only what it declares with `var`, so they are turned into `var`.
 */
export function globalEdits(program: AstNode): SourceEdit[] {
  const body: unknown = Reflect.get(program, 'body');
  if (!Array.isArray(body) || body.some(({ directive }) => directive === 'use strict')) return [];
  return body.flatMap((node: AstNode): SourceEdit[] => {
    const { type, start, end } = node;
    const kind = String(Reflect.get(node, 'kind'));
    // Padded to the same length, so that columns stay.
    if (type === 'VariableDeclaration' && kind !== 'var')
      return [[start, start + kind.length, 'var'.padEnd(kind.length)]];
    if (type !== 'ClassDeclaration') return [];
    const name = String(Reflect.get(Object(Reflect.get(node, 'id')), 'name'));
    return [
      [start, start, `var ${name}=`],
      [end, end, ';'],
    ];
  });
}
