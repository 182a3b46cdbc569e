import { children, type Node } from './ast';
import { placeIn, type Edit } from './await-edits';

/** The global object with what the edited code calls. */
export const SETTLES = '__settles';
/** A function's own variable for its call. */
const CALL = '__call';

const isAsync = (node: Node): boolean =>
  node.type.includes('Function') && Reflect.get(node, 'async') === true && Reflect.get(node, 'generator') !== true;

/** Where a call's value is kept or handed on, and may be printed. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['init'],
  AssignmentExpression: ['right'],
  CallExpression: ['arguments'],
  ArrayExpression: ['elements'],
  Property: ['value'],
};

/**
 * The engine does not tell what the promise of an asynchronous function settles with, so the code does: functions that are called
 * by their names, where the promise is kept, say what they return, and the calls say which promise that is. Returns the edits
 * that come before all others at their place, and those that come after.
 */
export function settleEdits(program: Node): [before: Edit[], after: Edit[]] {
  const functions = new Map<string, Node[]>();
  const calls: { name: string; node: Node }[] = [];
  collect(program, '');
  const [before, after]: [Edit[], Edit[]] = [[], []];
  const round = ({ start, end, type }: Node, text: string) => {
    const isList = type === 'SequenceExpression';
    before.push([start, start, isList ? `${text}(` : text]);
    after.push([end, end, isList ? '))' : ')']);
  };
  const called = new Set<string>();
  for (const { name, node } of calls) {
    if (!functions.has(name)) continue;
    called.add(name);
    round(node, `${SETTLES}.made(${JSON.stringify(name)},${SETTLES}.mark(),`);
  }
  for (const name of called) for (const node of functions.get(name) ?? []) follow(node, JSON.stringify(name));
  return [before, after];

  /** `name`: what the surroundings call a function there. */
  function collect(node: Node, name: string): void {
    if (isAsync(node)) {
      const own = node.id?.name ?? name;
      functions.set(own, [...(functions.get(own) ?? []), node]);
    }
    for (const [role, child] of children(node)) {
      if (
        child.type === 'CallExpression' &&
        KEPT[node.type]?.includes(role) &&
        Reflect.get(child, 'optional') !== true
      ) {
        const { callee } = child;
        const called = callee && isAsync(callee) ? `=>${callee.start}` : (callee?.property ?? callee)?.name;
        if (called !== undefined && !callee?.computed) calls.push({ name: called, node: child });
      }
      const isValue = role === 'init' || role === 'value' || role === 'right' || role === 'callee';
      const key =
        role === 'callee' ? `=>${child.start}` : (node.id ?? node.key ?? node.left?.property ?? node.left)?.name;
      collect(child, isValue ? (key ?? '') : '');
    }
  }

  function follow(node: Node, name: string): void {
    const begin = `${SETTLES}.begin(${name})`;
    const body = [...children(node)].find(([role]) => role === 'body')?.[1];
    if (!body) return;
    if (body.type !== 'BlockStatement') return round(body, `${SETTLES}.done(${begin},`);
    const place = placeIn(node) ?? body.start + 1;
    before.push([place, place, `var ${CALL}=${begin};`]);
    returns(body);
    after.push([body.end - 1, body.end - 1, `;${SETTLES}.done(${CALL});`]);
  }

  function returns(node: Node): void {
    for (const [, child] of children(node)) {
      if (child.type.includes('Function') || child.type.startsWith('Class')) continue;
      if (child.type === 'ReturnStatement' && child.argument) round(child.argument, `${SETTLES}.done(${CALL},`);
      else if (child.type === 'ReturnStatement')
        before.push([child.start + 'return'.length, child.start + 'return'.length, ` ${SETTLES}.done(${CALL})`]);
      returns(child);
    }
  }
}
