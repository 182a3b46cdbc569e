import { children, type AstNode } from './ast';

/** Replaces the source between `start` and `end`. */
export type SourceEdit = [start: number, end: number, text: string];

/** The global functions called around `await`, and with what is awaited. */
export const LEAVE = '__leave';
export const WAIT = '__wait';
export const ENTER = '__enter';
/** A function's own variable for what it awaits. */
const AWAITED = '__awaited';

const isFunction = ({ type }: AstNode): boolean => type.includes('Function');
const nodeAt = (node: AstNode, role: string): AstNode | undefined =>
  [...children(node)].find(([name]) => name === role)?.[1];

/** Where a function may declare a variable: after its directives. Undefined if its body is an expression. */
function placeIn(node: AstNode): number | undefined {
  const body = node.type === 'Program' ? node : nodeAt(node, 'body');
  const all: unknown = body && Reflect.get(body, 'body');
  if (!body || !Array.isArray(all)) return undefined;
  const first: AstNode | undefined = all.find((one: AstNode) => Reflect.get(one, 'directive') === undefined);
  return first?.start;
}

/** Expressions that are never waited for, or say so themselves. */
const PLAIN =
  /^(?:AwaitExpression|YieldExpression|.*Literal|(?:Arrow)?FunctionExpression|ClassExpression|Array.*|Object.*)$/;

/** What an asynchronous function waits for without an `await`: what it returns or, as a generator, yields. */
function givenBy(node: AstNode, owner: AstNode): AstNode | undefined {
  const isAsync = (one: AstNode) => Reflect.get(one, 'async') === true;
  const yields = node.type === 'YieldExpression' && Reflect.get(node, 'delegate') !== true;
  const given =
    (node.type === 'ReturnStatement' || yields) && isAsync(owner)
      ? nodeAt(node, 'argument')
      : node.type === 'ArrowFunctionExpression' && isAsync(node) && Reflect.get(node, 'expression') === true
        ? nodeAt(node, 'body')
        : undefined;
  return given && !PLAIN.test(given.type) ? given : undefined;
}

/**
 * The engine does not report when an `await` continues, so the code does: it saves its context before and restores it after,
 * and says what it waited for, also where a function returns it. It restores the context, too, in a `catch` or `finally` that a failed wait may reach, and in
 * each iteration of `for await`.
 */
export function awaitEdits(program: AstNode): SourceEdit[] {
  const edits: SourceEdit[] = [];
  /** What a body begins with: it precedes what its first statement begins with, at the same place. */
  const starts: SourceEdit[] = [];
  /** Where functions declare the variable for what they await. */
  const declares = new Set<number>();
  const insert = (at: number, text: string, to = edits) => void to.push([at, at, text]);
  const keep = `{const __context=${LEAVE}();`;
  const back = `${ENTER}(__context);`;

  /** Returns whether the node awaits, apart from functions in it. `outer`: the node with its labels. */
  function visit(node: AstNode, outer: AstNode, place: number | undefined, owner: AstNode): boolean {
    let waits = false;
    const isOwner = isFunction(node) || node.type === 'Program';
    const inside = isOwner ? placeIn(node) : place;
    for (const [, child] of children(node))
      if (visit(child, node.type === 'LabeledStatement' ? outer : child, inside, isOwner ? node : owner)) waits = true;
    const given = givenBy(node, owner);
    if (given) {
      insert(given.start, `${WAIT}((`, starts);
      insert(given.end, '))');
    }
    if (node.type === 'AwaitExpression') {
      insert(node.start, `${ENTER}(${LEAVE}(),`);
      if (place === undefined) {
        insert(node.start + 'await'.length, ` ${WAIT}(`);
        insert(node.end, '))');
      } else {
        declares.add(place);
        insert(node.start + 'await'.length, ` ${WAIT}(${AWAITED}=`);
        insert(node.end, `),${AWAITED})`);
      }
      return true;
    }
    if (node.type === 'ForOfStatement' && Reflect.get(node, 'await') === true) {
      round(node, outer);
      return true;
    }
    if (node.type === 'TryStatement' && waits) attempt(node, place);
    return waits && !isFunction(node);
  }

  function round(node: AstNode, outer: AstNode): void {
    const body = nodeAt(node, 'body');
    if (!body) return;
    const block = body.type === 'BlockStatement';
    insert(outer.start, `${keep}try{`);
    insert(block ? body.start + 1 : body.start, block ? back : `{${back}`, starts);
    insert(outer.end, `${block ? '' : '}'}}finally{${back}}}`);
  }

  function attempt(node: AstNode, place: number | undefined): void {
    insert(node.start, keep);
    const [handler, finalizer] = [nodeAt(node, 'handler'), nodeAt(node, 'finalizer')];
    const body = handler && nodeAt(handler, 'body');
    const caught = handler && nodeAt(handler, 'param');
    const knows = place !== undefined && declares.has(place) && caught?.type === 'Identifier';
    if (body) insert(body.start + 1, knows ? `${ENTER}(__context,${caught.name},${AWAITED},true);` : back, starts);
    if (finalizer) insert(finalizer.start + 1, back, starts);
    insert(node.end, '}');
  }

  visit(program, program, undefined, program);
  return [...[...declares].map((at): SourceEdit => [at, at, `var ${AWAITED};`]), ...starts, ...edits];
}
