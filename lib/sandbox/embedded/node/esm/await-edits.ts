import { children, type Node } from './ast';

/** Replaces the source between `start` and `end`. */
export type Edit = [start: number, end: number, text: string];

/** The global functions called around `await`. */
export const LEAVE = '__leave';
export const ENTER = '__enter';
/** The global function called with what is awaited. */
export const AWAITED = '__awaited';

const isFunction = ({ type }: Node): boolean => type.includes('Function');
const nodeAt = (node: Node, role: string): Node | undefined => [...children(node)].find(([name]) => name === role)?.[1];

/**
 * The engine does not report when an `await` continues, so the code does: it saves its context before and restores it after.
 * It does so, too, in a `catch` or `finally` that a failed wait may reach, and in each iteration of `for await`.
 */
export function awaitEdits(program: Node): Edit[] {
  const edits: Edit[] = [];
  const insert = (at: number, text: string) => void edits.push([at, at, text]);
  const keep = `{const __context=${LEAVE}();`;
  const back = `${ENTER}(__context);`;

  /** Returns whether the node awaits, apart from functions in it. `outer`: the node with its labels. */
  function visit(node: Node, outer: Node): boolean {
    let waits = false;
    for (const [, child] of children(node))
      if (visit(child, node.type === 'LabeledStatement' ? outer : child)) waits = true;
    if (node.type === 'AwaitExpression') {
      insert(node.start, `${ENTER}(${LEAVE}(),`);
      insert(node.start + 'await'.length, ` ${AWAITED}(`);
      insert(node.end, '))');
      return true;
    }
    if (node.type === 'ForOfStatement' && Reflect.get(node, 'await') === true) {
      round(node, outer);
      return true;
    }
    if (node.type === 'TryStatement' && waits) attempt(node);
    return waits && !isFunction(node);
  }

  function round(node: Node, outer: Node): void {
    const body = nodeAt(node, 'body');
    if (!body) return;
    const block = body.type === 'BlockStatement';
    insert(outer.start, `${keep}try{`);
    insert(block ? body.start + 1 : body.start, block ? back : `{${back}`);
    insert(outer.end, `${block ? '' : '}'}}finally{${back}}}`);
  }

  function attempt(node: Node): void {
    insert(node.start, keep);
    const handler = nodeAt(node, 'handler');
    for (const block of [handler && nodeAt(handler, 'body'), nodeAt(node, 'finalizer')])
      if (block) insert(block.start + 1, back);
    insert(node.end, '}');
  }

  visit(program, program);
  return edits;
}
