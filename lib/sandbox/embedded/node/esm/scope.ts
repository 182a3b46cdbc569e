import { children, type AstNode } from './ast';

export interface Visitor {
  /** Called when a name of the module's scope is read or written; `shorthand` in `{ name }`, `callee` in `name()`. */
  onReference(node: AstNode, shorthand: boolean, callee: boolean): void;
  onImport(node: AstNode): void;
  onMeta(node: AstNode): void;
  /** Called for `await` outside of all functions. */
  onAwait(): void;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const BLOCKS = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'StaticBlock',
]);

/** Finds the references in a program to the bindings of its outermost scope. */
export function references(program: AstNode, visitor: Visitor): void {
  visit(program, [], 0);

  function visit(node: AstNode, scopes: readonly Set<string>[], functions: number): void {
    if (node.type === 'ImportDeclaration' || (node.type.startsWith('Export') && node.source)) return;
    if (node.type === 'ImportExpression') visitor.onImport(node);
    else if (node.type === 'MetaProperty') {
      if (Object(Reflect.get(node, 'meta')).name === 'import') visitor.onMeta(node);
      return;
    } else if (
      functions === 0 &&
      (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && Reflect.get(node, 'await')))
    )
      visitor.onAwait();
    const isFunction = FUNCTIONS.has(node.type);
    const inner = inside(node, scopes);
    for (const [role, child] of children(node)) {
      if (child.type === 'Identifier') {
        if (isName(node, role)) continue;
        if (inner.some((scope) => scope.has(child.name ?? ''))) continue;
        if (node.type === 'Property' && node.shorthand && role === 'key') continue;
        visitor.onReference(
          child,
          node.type === 'Property' && node.shorthand === true,
          (node.type === 'CallExpression' && role === 'callee') ||
            (node.type === 'TaggedTemplateExpression' && role === 'tag'),
        );
      } else
        visit(
          child,
          inner,
          functions + (isFunction || node.type === 'PropertyDefinition' || node.type === 'StaticBlock' ? 1 : 0),
        );
    }
  }
}

/** Whether a child is a name, such as a property key, rather than a reference. */
function isName(node: AstNode, role: string): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return role === 'property' && !node.computed;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return role === 'key' && !node.computed && !node.shorthand;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return role === 'label';
    case 'ExportSpecifier':
      return true;
    default:
      return false;
  }
}

/** The scopes inside a node: the surrounding ones and its own. */
function inside(node: AstNode, scopes: readonly Set<string>[]): readonly Set<string>[] {
  const own = new Set<string>();
  if (FUNCTIONS.has(node.type)) {
    if (node.type !== 'ArrowFunctionExpression') own.add('arguments');
    for (const one of node.params ?? []) for (const name of declared(one)) own.add(name);
    if (node.type === 'FunctionExpression' && node.id?.name) own.add(node.id.name);
    if (node.body) hoisted(node.body, own);
  } else if (node.type === 'ClassExpression' && node.id?.name) own.add(node.id.name);
  else if (node.type === 'CatchClause') for (const name of node.param ? declared(node.param) : []) own.add(name);
  else if (BLOCKS.has(node.type)) {
    for (const [, child] of children(node)) {
      if (child.type === 'SwitchCase') for (const [, one] of children(child)) addLexical(one, own);
      else addLexical(child, own);
    }
  }
  return own.size > 0 ? [...scopes, own] : scopes;
}

function addLexical(node: AstNode, own: Set<string>): void {
  const lexical =
    (node.type === 'VariableDeclaration' && node.kind !== 'var') ||
    node.type === 'FunctionDeclaration' ||
    node.type === 'ClassDeclaration';
  if (lexical) for (const name of declared(node)) own.add(name);
}

/** Collects `var`s anywhere in a function, and the declarations of its own block. */
export function hoisted(node: AstNode, own: Set<string>): void {
  for (const [, child] of children(node)) {
    if (child.type === 'VariableDeclaration' && child.kind === 'var') for (const name of declared(child)) own.add(name);
    if (!FUNCTIONS.has(child.type) && !child.type.startsWith('Class')) hoisted(child, own);
  }
}

/** The names that a declaration or a pattern binds. */
export function declared(node: AstNode): string[] {
  switch (node.type) {
    case 'VariableDeclaration':
      return (node.declarations ?? []).flatMap(({ id }) => (id ? declared(id) : []));
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id ? declared(node.id) : [];
    case 'Identifier':
      return [node.name ?? ''];
    case 'ObjectPattern':
      return (node.properties ?? []).flatMap((one) =>
        one.type === 'RestElement' ? declared(one) : one.value ? declared(one.value as AstNode) : [],
      );
    case 'ArrayPattern':
      return (node.elements ?? []).flatMap((one) => (one ? declared(one) : []));
    case 'AssignmentPattern':
      return node.left ? declared(node.left) : [];
    case 'RestElement':
      return node.argument ? declared(node.argument) : [];
    default:
      return [];
  }
}
