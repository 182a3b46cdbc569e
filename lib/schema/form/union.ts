import { ownValue } from '@/lib/protocol/own-value';
import { includes } from '../engine/canonical';
import { isObject, type JsonSchema } from '../json-schema';
import { validate } from '../validate';
import { isOfType, titleOf, namedTypes, valuesOf } from './kind';
import type { Merged, SchemaReader } from './merged';
import { once } from './once';
import type { FormWords } from './words';

/** One of the kinds that a value may be of. */
export interface Branch {
  readonly title: string;
  readonly merged: Merged;
  /** As it stands in the document, for a check. */
  readonly schema: unknown;
}

/** Branches that are looked at; a longer list has no form. */
export const MOST_BRANCHES = 200;

/** The kinds that a union names, each under a title of its own. */
export function branchesOf(options: readonly unknown[], read: SchemaReader, words: FormWords): Branch[] {
  const taken = new Map<string, number>();
  return options.map((schema) => {
    const merged = read(schema);
    const title = titleOf(merged, words);
    const count = (taken.get(title) ?? 0) + 1;
    taken.set(title, count);
    return { title: count > 1 ? `${title} (${count})` : title, merged, schema };
  });
}

/** Which of them a value is: the one whose marks it has, of several the first that it fits. */
export function chosenBranch(branches: readonly Branch[], value: unknown, root: unknown): number {
  const marks = branches.map(({ merged }) => likeness(merged, value));
  const best = Math.max(...marks);
  const likely = [...branches.keys()].filter((index) => marks[index] === best);
  const found = likely.length > 1 ? likely.find((index) => isFitting(root, branches[index]?.schema, value)) : undefined;
  return found ?? likely[0] ?? 0;
}

/** Whether a value fits a schema that stands in a document. */
export const isFitting = (root: unknown, schema: unknown, value: unknown): boolean =>
  schema === true || (isObject(schema) && validate(alone(root, schema), value).ok);

/** The kinds of a union. Where a field tells them apart by their names (OpenAPI's `discriminator`), each says which it is. */
export function discriminated(options: readonly unknown[], { discriminator }: JsonSchema): readonly unknown[] {
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return options;
  const { propertyName, mapping } = discriminator;
  const named = new Map(
    Object.entries(isObject(mapping) ? mapping : {}).map(([name, target]) => [lastOf(String(target)), name]),
  );
  return options.map((option) => {
    if (!isObject(option) || typeof option.$ref !== 'string') return option;
    const name = lastOf(option.$ref);
    return { ...option, allOf: [{ properties: { [propertyName]: { const: named.get(name) ?? name } } }, option] };
  });
}

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** A branch as a document of its own, with what its references lead to. */
const alone = (root: unknown, schema: JsonSchema): JsonSchema => (isObject(root) ? inDocument(root)(schema) : schema);

const inDocument = once((root: JsonSchema) => {
  const definitions = definitionsOf(root);
  return once((schema: JsonSchema): JsonSchema => ({ ...definitions, ...schema }));
});

const definitionsOf = (root: JsonSchema): object => {
  const { $schema, $defs, definitions } = root;
  return {
    ...($schema !== undefined && { $schema }),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
};

/** How much of what a schema names a value has: its type, then its constants, then its fields. */
function likeness(merged: Merged, value: unknown): number {
  const { keywords } = merged;
  const values = valuesOf(merged);
  if (values) return includes(values, value) ? 1000 : -1;
  if (!isOfType(namedTypes(merged), value)) return -1;
  if (!isObject(value) || !isObject(keywords.properties)) return 0;
  const fields = keywords.properties;
  const marks = Object.entries(fields).map(([name, schema]) => {
    if (!Object.hasOwn(value, name) || !isObject(schema)) return 0;
    const known = 'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
    if (!known) return 1;
    return includes(known, ownValue(value, name)) ? 100 : -100;
  });
  const required = Array.isArray(keywords.required) ? keywords.required : [];
  const missing = required.filter((name) => typeof name === 'string' && !Object.hasOwn(value, name)).length;
  return marks.reduce<number>((sum, mark) => sum + mark, 0) - missing;
}
