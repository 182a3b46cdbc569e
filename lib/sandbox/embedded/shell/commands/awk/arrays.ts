import { CommandFailure } from '../context';
import type { AwkExpression, Program, AwkStatement } from './syntax';

/** The names that are arrays: global ones and parameters of functions. */
export interface ArrayNames {
  readonly global: ReadonlySet<string>;
  /** Array parameters by function. */
  readonly parameters: ReadonlyMap<string, ReadonlySet<string>>;
}

type Node = AwkExpression | AwkStatement;

/** Finds names used as arrays, including those only passed to a function that uses them so. Throws `CommandFailure`. */
export function arrayNames({ rules, functions }: Program): ArrayNames {
  const global = new Set(['ENVIRON', 'ARGV']);
  const parameters = new Map([...functions.keys()].map((name) => [name, new Set<string>()]));
  let changed = true;
  const mark = (name: string, inside: string | undefined): void => {
    const own = inside === undefined ? undefined : functions.get(inside);
    if (inside !== undefined && functions.has(name)) return;
    const set = inside !== undefined && own?.parameters.includes(name) ? parameters.get(inside) : global;
    if (!set || set.has(name)) return;
    set.add(name);
    changed = true;
  };
  const visit = (node: Node, inside: string | undefined): void => {
    if ('array' in node && node.array !== undefined) mark(node.array, inside);
    if (node.kind === 'builtin' && node.name === 'split' && node.args[1]?.kind === 'name')
      mark(node.args[1].name, inside);
    if (node.kind === 'call') {
      const called = functions.get(node.name);
      for (const [at, arg] of node.args.entries()) {
        const parameter = called?.parameters[at];
        if (arg.kind !== 'name' || parameter === undefined) continue;
        if (parameters.get(node.name)?.has(parameter)) mark(arg.name, inside);
      }
    }
    for (const child of childrenOf(node)) visit(child, inside);
  };
  while (changed) {
    changed = false;
    for (const { pattern, body } of rules) {
      if (pattern.kind === 'when') visit(pattern.test, undefined);
      if (pattern.kind === 'range') for (const one of [pattern.from, pattern.to]) visit(one, undefined);
      if (body) visit(body, undefined);
    }
    for (const { name, body } of functions.values()) visit(body, name);
  }
  for (const name of global)
    if (functions.has(name)) throw new CommandFailure(`line 1: syntax error at or near ${name}`, 2);
  return { global, parameters };
}

/** All direct children of a node. */
function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value: unknown) => nodesIn(value));
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (isNode(value)) return [value];
  // The fields of a redirection are nodes.
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(nodesIn) : [];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'kind' in value;
