import { ownValue } from '@/lib/protocol/own-value';
import { fitsInside } from '../engine';
import { includes } from '../engine/canonical';
import { isObject, type JsonSchema } from '../json-schema';
import { isOfType, titleOf, namedTypes, allowedValues } from './kind';
import type { Merged, SchemaReader } from './merged';
import type { FormWords } from './words';

/** One branch of a union. */
export interface Branch {
  readonly title: string;
  readonly merged: Merged;
  /** The schema as written in the document, for validation. */
  readonly schema: unknown;
}

/** The most branches a form supports. */
export const MOST_BRANCHES = 200;

/** The branches of a union, each with a distinct title. */
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

/** The branch a value belongs to: the best match by type, constants and fields; of equals, the first that validates. */
export function chosenBranch(branches: readonly Branch[], value: unknown, root: unknown): number {
  const marks = branches.map(({ merged }) => likeness(merged, value));
  const best = Math.max(...marks);
  const likely = [...branches.keys()].filter((index) => marks[index] === best);
  const found = likely.length > 1 ? likely.find((index) => isFitting(root, branches[index]?.schema, value)) : undefined;
  return found ?? likely[0] ?? 0;
}

/** Whether a value satisfies a schema inside a document. */
export const isFitting = (root: unknown, schema: unknown, value: unknown): boolean =>
  schema === true || (isObject(root) && isObject(schema) && fitsInside(root, schema, value));

/** The branches of a union. With OpenAPI's `discriminator`, each one pins the field that tells them apart. */
export function discriminated(options: readonly unknown[], { discriminator }: JsonSchema): readonly unknown[] {
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return options;
  const { propertyName, mapping } = discriminator;
  const named = new Map(
    Object.entries(isObject(mapping) ? mapping : {}).map(([name, target]) => [lastOf(String(target)), name]),
  );
  return options.map((option) => {
    if (!isObject(option) || typeof option.$ref !== 'string') return option;
    const name = lastOf(option.$ref);
    return { title: name, allOf: [option, { properties: { [propertyName]: { const: named.get(name) ?? name } } }] };
  });
}

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** How well a value matches a schema: by type, then constants, then fields. */
function likeness(merged: Merged, value: unknown): number {
  const { keywords } = merged;
  const values = allowedValues(merged);
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
