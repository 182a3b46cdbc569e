import { stepsOf } from '@/lib/tools/lint/pointer';
import type { TextEdit } from '@/lib/tools/lint/rule';
import type {
  CallExpression,
  Expression,
  Node,
  ObjectLiteral,
  TypeScript,
} from 'monaco-editor/languages/features/typescript/lib/typescriptServices';

/** A piece of the source, and the text that replaces it. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The source of a tool after edits to its declaration that lint suggested. Null if the source is written in a way that is not
 * supported, for example if its schema is built elsewhere.
 */
export function fixSource(ts: TypeScript, source: string, tool: string, edits: readonly TextEdit[]): string | null {
  let text = source;
  for (const edit of edits) {
    const replacement = new SourceFix(ts, text).replacementFor(tool, edit);
    if (!replacement) return null;
    text = text.slice(0, replacement.from) + replacement.text + text.slice(replacement.to);
  }
  return text;
}

class SourceFix {
  private readonly root: Node;

  constructor(
    private readonly ts: TypeScript,
    private readonly text: string,
  ) {
    this.root = ts.createSourceFile('tool.ts', text, ts.ScriptTarget.ESNext, true);
  }

  replacementFor(tool: string, { at, value }: TextEdit): Replacement | undefined {
    const definition = this.definitionOf(tool, this.root);
    if (!definition) return undefined;
    const [part = '', ...steps] = stepsOf(at);
    if (part === 'annotations') return this.hint(definition, steps[0], value);
    if (part !== 'inputSchema') return steps.length === 0 ? this.put(definition, part, value) : undefined;
    const input = this.valueOf(definition, 'input');
    return input && this.inSchema(input, steps, value);
  }

  /** The argument of the `defineTool` that makes this tool. */
  private definitionOf(tool: string, node: Node): ObjectLiteral | undefined {
    const { ts } = this;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'defineTool') {
      const [given] = node.arguments;
      const name = given && ts.isObjectLiteralExpression(given) && this.valueOf(given, 'name');
      if (name && ts.isStringLiteralLike(name) && name.text === tool) return given;
    }
    return ts.forEachChild(node, (child) => this.definitionOf(tool, child));
  }

  /** Hints are derived from `kind` and `dangerous`, so those are changed. */
  private hint(definition: ObjectLiteral, name: string | undefined, value: unknown): Replacement | undefined {
    if (name === 'readOnlyHint') return this.put(definition, 'kind', 'other');
    const destructive = name === 'destructiveHint' ? value : Object(value).destructiveHint;
    return destructive === true ? this.put(definition, 'dangerous', true) : undefined;
  }

  private inSchema(schema: Expression, steps: readonly string[], value: unknown): Replacement | undefined {
    const { ts } = this;
    const [step = '', ...rest] = steps;
    if (ts.isObjectLiteralExpression(schema)) {
      if (rest.length === 0) return this.put(schema, step, value);
      const inner = this.valueOf(schema, step);
      return inner && this.inSchema(inner, rest, value);
    }
    if (ts.isArrayLiteralExpression(schema)) {
      const inner = schema.elements[Number(step)];
      return inner && this.inSchema(inner, rest, value);
    }
    const chain = this.chainOf(schema);
    const [made] = chain;
    if (!made) return undefined;
    if (rest.length === 0) return this.inChain(made, chain.slice(1), step, value);
    const [given] = made.call.arguments;
    if (!given) return undefined;
    if (step === 'items' && made.name === 'array') return this.inSchema(given, rest, value);
    const [field = '', ...below] = rest;
    const inner = step === 'properties' && ts.isObjectLiteralExpression(given) && this.valueOf(given, field);
    return inner ? this.inSchema(inner, below, value) : undefined;
  }

  /** Applies a keyword of JSON Schema as the corresponding Zod method. */
  private inChain(made: Link, later: readonly Link[], keyword: string, value: unknown): Replacement | undefined {
    const { call, name, nameAt } = made;
    const method = BOUNDS[keyword];
    if (method !== undefined && typeof value === 'number')
      return { from: call.end, to: call.end, text: `.${method}(${value})` };
    if (keyword === 'additionalProperties' && value === false && OBJECTS.has(name))
      return { from: nameAt, to: nameAt + name.length, text: 'strictObject' };
    if (keyword === 'default' && value === undefined) {
      const link = later.find((one) => one.name === 'default');
      return link && { from: link.from, to: link.call.end, text: '' };
    }
    // Other checks for strings do not fit the replacement.
    if (name !== 'string' || later.some((link) => !KEPT.has(link.name))) return undefined;
    const instead = keyword === 'enum' ? `z.enum(${literal(value)})` : value === 'date-time' ? 'z.iso.datetime()' : '';
    return instead === '' ? undefined : { from: call.getStart(), to: call.end, text: instead };
  }

  /** `z.string().min(1)` as the calls of the chain, first to last; empty if it is something else. */
  private chainOf(expression: Expression): Link[] {
    const { ts } = this;
    if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return [];
    const { expression: before, name } = expression.expression;
    const link = { call: expression, name: name.text, nameAt: name.getStart(), from: before.end };
    if (ts.isIdentifier(before)) return before.text === 'z' ? [link] : [];
    const first = this.chainOf(before);
    return first.length === 0 ? [] : [...first, link];
  }

  private valueOf(object: ObjectLiteral, name: string): Expression | undefined {
    return this.propertyOf(object, name)?.initializer;
  }

  private propertyOf(object: ObjectLiteral, name: string) {
    return object.properties.filter(this.ts.isPropertyAssignment).find((property) => property.name.text === name);
  }

  private put(object: ObjectLiteral, name: string, value: unknown): Replacement | undefined {
    const known = this.propertyOf(object, name);
    if (value === undefined) {
      if (!known) return undefined;
      const comma = /^\s*,/.exec(this.text.slice(known.end))?.[0].length ?? 0;
      return { from: known.pos, to: known.end + comma, text: '' };
    }
    if (known) return { from: known.initializer.getStart(), to: known.initializer.end, text: literal(value) };
    const open = object.getStart() + 1;
    const [first] = object.properties;
    const gap = /^\s*/.exec(this.text.slice(open))?.[0] ?? '';
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
    return { from: open, to: open, text: `${gap}${key}: ${literal(value)}${first ? ',' : ''}` };
  }
}

/** One call of a chain. */
interface Link {
  readonly call: CallExpression;
  readonly name: string;
  readonly nameAt: number;
  /** Position of its dot. */
  readonly from: number;
}

const OBJECTS: ReadonlySet<string> = new Set(['object', 'looseObject']);
/** Methods that any schema has. */
const KEPT: ReadonlySet<string> = new Set(['describe', 'optional', 'nullable', 'default', 'meta']);
const BOUNDS: Readonly<Record<string, 'min' | 'max'>> = {
  minimum: 'min',
  minLength: 'min',
  minItems: 'min',
  maximum: 'max',
  maxLength: 'max',
  maxItems: 'max',
};

/** A value as written in the source of a pack. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return JSON.stringify(value);
}
