import { isObject, type JsonSchema } from '../json-schema';
import { once } from './once';
import type { FormWords } from './words';

/** Everything a schema says about one value, with references and `allOf` merged in. */
export interface Merged {
  readonly keywords: JsonSchema;
  /** `anyOf` and `oneOf`: of each list one branch has to match. */
  readonly unions: readonly (readonly unknown[])[];
  /** What applies only to some values: `if`, and schemas that depend on a present field. */
  readonly conditions: readonly Condition[];
  /** Why parts of it could not be read, for people. */
  readonly problem?: (words: FormWords) => string;
}

export interface Condition {
  readonly test: unknown;
  readonly met: unknown;
  readonly otherwise: unknown;
}

/** The empty schema: any value is valid. */
export const ANYTHING: Merged = { keywords: {}, unions: [], conditions: [] };

/** How many references and parts of `allOf` are followed for one value. */
const MOST_PARTS = 500;

/** Reads the schemas of one document. */
export interface SchemaReader {
  (schema: unknown): Merged;
}

/** A reader for the schemas in `root`, against which references resolve. Never throws. */
export const readerOf = (root: unknown): SchemaReader => (isObject(root) ? knownReader(root) : createReader(root));

const knownReader = once((root: JsonSchema) => createReader(root));

function createReader(root: unknown): SchemaReader {
  const anchors = new Map<string, unknown>();
  collectAnchors(root, anchors);
  const whole = (schema: unknown): Merged => {
    let parts = 0;
    const read = (node: unknown, seen: readonly unknown[]): Merged => {
      if (node === false) return { ...ANYTHING, problem: (words) => words.noValue };
      if (!isObject(node)) return ANYTHING;
      if (seen.includes(node)) return { ...ANYTHING, problem: (words) => words.endless };
      if (++parts > MOST_PARTS) return { ...ANYTHING, problem: (words) => words.tooManyParts };
      const { $ref, $dynamicRef, allOf, anyOf, oneOf, ...keywords } = node;
      const unions = [anyOf, oneOf]
        .filter((list) => Array.isArray(list) && list.length > 0)
        .map((list) => [list].flat());
      const inner = [...seen, node];
      const members = [
        ...[$ref, $dynamicRef].flatMap((reference) =>
          typeof reference === 'string' ? [follow(reference, inner)] : [],
        ),
        ...(Array.isArray(allOf) ? allOf.map((member) => read(member, inner)) : []),
      ];
      return [...members, { keywords, unions, conditions: conditionsIn(node) }].reduce(combined);
    };
    const follow = (reference: string, seen: readonly unknown[]): Merged => {
      const target = resolve(root, anchors, reference);
      if (target === undefined) return { ...ANYTHING, problem: (words) => words.unknownReference(reference) };
      const name = reference.split('/').at(-1);
      const { keywords, ...rest } = read(target, seen);
      return { ...rest, keywords: name && name !== '#' ? { title: name, ...keywords } : keywords };
    };
    return read(schema, []);
  };
  const known = once((schema: object) => whole(schema));
  return (schema) => (isObject(schema) ? known(schema) : whole(schema));
}

/** Both schemas at once, as in `allOf`. The outer, or later, one provides title and description. */
export function combined(a: Merged, b: Merged): Merged {
  const problem = a.problem ?? b.problem;
  const [left, right] = [a.keywords, b.keywords];
  return {
    unions: [...a.unions, ...b.unions],
    conditions: [...a.conditions, ...b.conditions],
    keywords: {
      ...left,
      ...right,
      ...joined('properties', left, right),
      ...joined('patternProperties', left, right),
      ...(Array.isArray(left.required) &&
        Array.isArray(right.required) && { required: [...left.required, ...right.required] }),
      ...(Array.isArray(left.enum) && !('enum' in right) && { enum: left.enum }),
      ...('type' in left && 'type' in right && { type: bothTypes(left.type, right.type) }),
      ...((left.additionalProperties === false || right.additionalProperties === false) && {
        additionalProperties: false,
      }),
    },
    ...(problem !== undefined && { problem }),
  };
}

function conditionsIn(node: JsonSchema): Condition[] {
  const dependent = [node.dependentSchemas, node.dependentRequired, node.dependencies].flatMap((given) =>
    Object.entries(isObject(given) ? given : {}).map(([name, needed]) => ({
      test: { type: 'object', required: [name] },
      met: Array.isArray(needed) ? { required: needed } : needed,
      otherwise: true,
    })),
  );
  const { then: met = true, else: otherwise = true } = node;
  return 'if' in node ? [{ test: node.if, met, otherwise }, ...dependent] : dependent;
}

/** A field that both schemas describe has to satisfy both. */
function joined(keyword: string, left: JsonSchema, right: JsonSchema): JsonSchema {
  const [ours, theirs] = [left[keyword], right[keyword]];
  if (!isObject(ours) || !isObject(theirs)) return {};
  const both = Object.entries(theirs).map(([name, schema]) => [
    name,
    Object.hasOwn(ours, name) ? { allOf: [ours[name], schema] } : schema,
  ]);
  return { [keyword]: Object.fromEntries([...Object.entries(ours), ...both]) };
}

function bothTypes(left: unknown, right: unknown): unknown {
  const [ours, theirs] = [[left].flat(), [right].flat()];
  const both = theirs.filter((type) => ours.includes(type) || (type === 'integer' && ours.includes('number')));
  return both.length === 1 ? both[0] : both.length === 0 ? right : both;
}

function resolve(root: unknown, anchors: ReadonlyMap<string, unknown>, reference: string): unknown {
  if (!reference.startsWith('#')) return anchors.get(reference);
  if (reference !== '#' && !reference.startsWith('#/')) return anchors.get(reference.slice(1));
  let node = root;
  for (const token of reference.split('/').slice(1)) {
    const name = unescaped(token);
    if (Array.isArray(node)) node = node[Number(name)];
    else node = isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }
  return node;
}

function unescaped(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return token;
  }
}

/** All `$anchor`s and `$id`s of the document. */
function collectAnchors(root: unknown, anchors: Map<string, unknown>): void {
  const open: unknown[] = [root];
  const seen = new Set<unknown>();
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    if (isObject(node)) {
      for (const name of [node.$anchor, node.$id, node.$dynamicAnchor]) {
        if (typeof name === 'string') anchors.set(name.replace(/^#/, ''), node);
      }
    }
    open.push(...Object.values(node));
  }
}
