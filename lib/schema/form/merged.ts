import { referredTo } from '../engine';
import { includes } from '../engine/canonical';
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

interface Condition {
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
export const readerOf = (root: unknown): SchemaReader => (isObject(root) ? knownReader(root) : createReader({}));

const knownReader = once((root: JsonSchema) => createReader(root));

function createReader(root: JsonSchema): SchemaReader {
  const whole = (schema: unknown): Merged => {
    let parts = 0;
    const read = (node: unknown, seen: readonly unknown[]): Merged => {
      if (node === false) return { ...ANYTHING, problem: (words) => words.noValue };
      if (!isObject(node)) return ANYTHING;
      if (seen.includes(node)) return { ...ANYTHING, problem: (words) => words.endless };
      if (++parts > MOST_PARTS) return { ...ANYTHING, problem: (words) => words.tooManyParts };
      const { $ref, $dynamicRef, $recursiveRef, allOf, anyOf, oneOf, ...keywords } = node;
      const unions = [anyOf, oneOf]
        .filter((list) => Array.isArray(list) && list.length > 0)
        .map((list) => [list].flat());
      const inner = [...seen, node];
      const all = Array.isArray(allOf) ? allOf.map((member) => read(member, inner)) : [];
      const members = [
        ...[$ref, $dynamicRef, $recursiveRef].flatMap((reference) =>
          typeof reference === 'string' ? [follow(node, reference, inner)] : [],
        ),
        // The title of a part is not that of the whole.
        ...(all.length > 1 ? all.map((member) => withoutKeywords(member, ['title'])) : all),
      ];
      return [...members, { keywords, unions, conditions: conditionsIn(node) }].reduce(combined);
    };
    const follow = (from: JsonSchema, reference: string, seen: readonly unknown[]): Merged => {
      const target = referredTo(root, from, reference);
      if (target === undefined) return { ...ANYTHING, problem: (words) => words.unknownReference(reference) };
      const { keywords, ...rest } = read(target, seen);
      const title = isObject(target) && target.title !== undefined ? target.title : nameIn(reference);
      return { ...rest, keywords: title === undefined ? keywords : { ...keywords, title } };
    };
    return read(schema, []);
  };
  const known = once((schema: object) => whole(schema));
  return (schema) => (isObject(schema) ? known(schema) : whole(schema));
}

/** What a reference calls its target: the last step of it. */
const nameIn = (reference: string): string | undefined => reference.split(/[/#]/).findLast((step) => step !== '');

export function withoutKeywords({ keywords, ...rest }: Merged, names: readonly string[]): Merged {
  return {
    ...rest,
    keywords: Object.fromEntries(Object.entries(keywords).filter(([name]) => !names.includes(name))),
  };
}

/** Both schemas at once, as in `allOf`. The outer, or later, one provides title and description. */
export function combined(a: Merged, b: Merged): Merged {
  const problem = a.problem ?? b.problem;
  const [left, right] = [a.keywords, b.keywords];
  const joined = Object.entries(JOINED).flatMap(([name, join]) =>
    name in left && name in right ? [[name, join(left[name], right[name])] as const] : [],
  );
  return {
    unions: [...a.unions, ...b.unions],
    conditions: [...a.conditions, ...b.conditions],
    keywords: { ...left, ...right, ...Object.fromEntries(joined) },
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

const bothLists = (left: unknown, right: unknown): unknown =>
  Array.isArray(left) && Array.isArray(right) ? [...left, ...right] : right;

/** The values that both name; those of the later one where they name none in common. */
function bothValues(left: unknown, right: unknown): unknown {
  if (!Array.isArray(left) || !Array.isArray(right)) return right;
  const common = right.filter((value) => includes(left, value));
  return common.length > 0 ? common : right;
}

function bothSchemas(left: unknown, right: unknown): unknown {
  if (left === false || right === false) return false;
  if (!isObject(left)) return right;
  return isObject(right) ? { allOf: [left, right] } : left;
}

/** A field that both schemas describe has to satisfy both. */
const bothFields = (left: unknown, right: unknown): unknown =>
  isObject(left) && isObject(right)
    ? {
        ...left,
        ...Object.fromEntries(
          Object.entries(right).map(([name, schema]) => [
            name,
            Object.hasOwn(left, name) ? bothSchemas(left[name], schema) : schema,
          ]),
        ),
      }
    : right;

function bothTypes(left: unknown, right: unknown): unknown {
  const [ours, theirs] = [[left].flat(), [right].flat()];
  const both = theirs.filter((type) => ours.includes(type) || (type === 'integer' && ours.includes('number')));
  return both.length === 1 ? both[0] : both.length === 0 ? right : both;
}

const either =
  (pick: (...bounds: number[]) => number) =>
  (left: unknown, right: unknown): unknown =>
    typeof left === 'number' && typeof right === 'number' ? pick(left, right) : right;

const [larger, smaller] = [either(Math.max), either(Math.min)];

/** What two schemas say by the same keyword, as one. */
const JOINED: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  properties: bothFields,
  patternProperties: bothFields,
  required: bothLists,
  enum: bothValues,
  type: bothTypes,
  items: bothSchemas,
  additionalItems: bothSchemas,
  additionalProperties: bothSchemas,
  unevaluatedProperties: bothSchemas,
  propertyNames: bothSchemas,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
};
