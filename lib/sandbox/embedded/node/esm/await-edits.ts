import { children, type Node } from './ast';

/** A part of a source, from where to where, and what comes in its place. */
export type Edit = [start: number, end: number, text: string];

/** The global functions that stand around `await`. */
export const LEAVE = '__leave';
export const ENTER = '__enter';

const isFunction = ({ type }: Node): boolean => type.includes('Function');
const nodeAt = (node: Node, role: string): Node | undefined => [...children(node)].find(([name]) => name === role)?.[1];

/**
 * The engine tells nobody when an `await` goes on. So the text does: before it waits, which context it is in, and after it that this one
 * is back; the same where a `catch` or a `finally` may be reached by a wait that failed, and in each round of `for await`.
 */
export function awaitEdits(program: Node): Edit[] {
  const edits: Edit[] = [];
  const insert = (at: number, text: string) => void edits.push([at, at, text]);
  const keep = `{const __context=${LEAVE}();`;
  const back = `${ENTER}(__context);`;

  /** Whether something in the node waits; functions in it have their own. `outer`: the node with its labels. */
  function visit(node: Node, outer: Node): boolean {
    let waits = false;
    for (const [, child] of children(node))
      if (visit(child, node.type === 'LabeledStatement' ? outer : child)) waits = true;
    if (node.type === 'AwaitExpression') {
      insert(node.start, `${ENTER}(${LEAVE}(),`);
      insert(node.end, ')');
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
