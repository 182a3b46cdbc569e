import { ownValue } from '@/lib/protocol/own-value';
import { canonical } from '../engine/canonical';
import { isObject, type JsonSchema } from '../json-schema';
import { formatPath, type Segment } from '../path';
import { validate } from '../validate';
import type { Choices, Control, FormField, SchemaForm, UnionOption } from './field';
import { keywordHint } from './hint';
import { once } from './once';
import { isOfType, namedTypes, allowedValues } from './kind';
import { ANYTHING, combined, readerOf, withoutKeywords, type Merged, type SchemaReader } from './merged';
import { startText } from './start';
import { branchesOf, chosenBranch, discriminated, isFitting, MOST_BRANCHES, type Branch } from './union';
import { FORM_WORDS, type FormWords } from './words';
import { childrenByName, hasMoreThan, rawOf, valueTree, type ValueNode } from './value-tree';
import { parseAnyJson, type Language } from '@/lib/protocol';

/** The number of characters and of values above which a form is no longer useful. */
const MOST_TEXT = 500_000;
const MOST_VALUES = 20_000;

/** What every part of a form needs in order to be built. */
interface Making {
  readonly text: string;
  readonly root: unknown;
  readonly read: SchemaReader;
  readonly choices: Choices;
  readonly words: FormWords;
  /** Resolved unions, cached because every item of a list may have the same one. */
  readonly kinds: Map<Merged, Kinds>;
}

/** The kinds of value allowed at one place, each with everything the schema says about it. */
interface Kinds {
  readonly branches: readonly Branch[];
  readonly wholes: readonly Merged[];
  readonly options: readonly UnionOption[];
  /** The values, if every kind is a short enumeration. */
  readonly values: readonly unknown[] | undefined;
}

/**
 * Builds the form for some arguments under a JSON Schema with any root. A form holds paths and text, not values: what nobody edits
 * is sent verbatim, and `withValue` changes exactly one place. Never throws; if there is no form, it says why.
 */
export function formOf(
  schema: JsonSchema | boolean,
  text: string,
  { choices = {}, language = 'en' }: { choices?: Choices; language?: Language } = {},
): SchemaForm {
  const words = FORM_WORDS[language];
  const given = text.trim() === '' ? '{}' : text;
  if (given.length > MOST_TEXT) return { ok: false, why: words.tooLong };
  const node = valueTree(given);
  if (!node) return { ok: false, why: words.notJson };
  if (hasMoreThan(MOST_VALUES, node)) return { ok: false, why: words.tooLong };
  try {
    const read = readerOf(schema);
    const making = { text: given, root: schema, read, choices, words, kinds: new Map() };
    return {
      ok: true,
      root: fieldOf(making, read(schema), node, { path: [], label: '', required: true, removable: false }),
    };
  } catch {
    return { ok: false, why: words.tooDeep };
  }
}

type Place = Pick<FormField, 'path' | 'label' | 'required' | 'removable' | 'extra'>;

function fieldOf(making: Making, merged: Merged, node: ValueNode | undefined, place: Place): FormField {
  const { description } = merged.keywords;
  return {
    ...place,
    description: typeof description === 'string' ? description : '',
    raw: node && rawOf(making.text, node),
    start: startText(merged, making.read),
    hint: keywordHint(merged.keywords, making.words),
    control: controlOf(making, merged, node, place.path),
  };
}

function controlOf(making: Making, given: Merged, node: ValueNode | undefined, path: readonly Segment[]): Control {
  const merged = node ? applied(making, given, node) : given;
  const values = allowedValues(merged);
  if (values) return choiceOf(making, values, node);
  const options = optionsOf(merged);
  if (options) return unionOf(making, merged, options, node, path);
  const types = namedTypes(merged);
  const [type] = types;
  if (type === undefined) return { kind: 'json', ...(merged.problem && { why: merged.problem(making.words) }) };
  if (node && !isOfType(types, valueOf(making, node))) {
    return { kind: 'json', why: making.words.wants(types) };
  }
  switch (type) {
    case 'string':
      return { kind: 'text', long: isLong(merged.keywords) };
    case 'integer':
    case 'number':
      return { kind: 'number' };
    case 'object':
      return {
        kind: 'object',
        fields: node ? fieldsOf(making, merged, node, path) : [],
        open: othersOf(merged.keywords) !== false,
      };
    case 'array':
      return listOf(making, merged, node, path);
    default:
      return { kind: 'json', why: making.words.unknownType(type) };
  }
}

/** How many conditions are applied to one value; applying one may trigger another. */
const MOST_CONDITIONS = 200;

/** The schema with its conditions applied to the current value. */
function applied(making: Making, given: Merged, node: ValueNode): Merged {
  let merged = given;
  for (let count = 0; count < MOST_CONDITIONS; count++) {
    const [condition, ...conditions] = merged.conditions;
    if (!condition) break;
    const { test, met, otherwise } = condition;
    const said = isFitting(making.root, test, valueOf(making, node)) ? met : otherwise;
    merged = combined({ ...merged, conditions }, making.read(said));
  }
  return merged;
}

function choiceOf(making: Making, values: readonly unknown[], node: ValueNode | undefined): Control {
  const { choices, places } = choicesOf(values);
  return { kind: 'choice', choices, chosen: (node && places.get(canonical(valueOf(making, node)))) ?? -1 };
}

/** The values as JSON, and the position of each. */
const choicesOf = once((values: readonly unknown[]) => ({
  choices: values.map((value) => JSON.stringify(value)),
  // The first of two equal values counts.
  places: new Map(values.map((value, index) => [canonical(value), index] as const).toReversed()),
}));

const valueOf = ({ text }: Making, node: ValueNode): unknown => {
  const parsed = parseAnyJson(rawOf(text, node));
  return parsed.ok ? parsed.value : undefined;
};

/** The kinds a person can choose from: the branches of a union, or several types. */
function optionsOf(merged: Merged): { options: readonly unknown[]; rest: Merged } | undefined {
  const [options, ...unions] = merged.unions;
  if (options) return { options, rest: { ...merged, unions } };
  const types = namedTypes(merged);
  if (types.length < 2) return undefined;
  const { type: _, ...keywords } = merged.keywords;
  return { options: types.map((type) => ({ type })), rest: { ...merged, keywords } };
}

function unionOf(
  making: Making,
  merged: Merged,
  { options, rest }: { options: readonly unknown[]; rest: Merged },
  node: ValueNode | undefined,
  path: readonly Segment[],
): Control {
  const { root, choices, words } = making;
  if (options.length > MOST_BRANCHES) return { kind: 'json', why: words.tooManyKinds(options.length) };
  const kinds = kindsOf(making, merged, { options, rest });
  if (kinds.values) return choiceOf(making, kinds.values, node);
  const chosen =
    ownValue(choices, formatPath(path)) ?? (node ? chosenBranch(kinds.branches, valueOf(making, node), root) : 0);
  return {
    kind: 'union',
    options: kinds.options,
    chosen,
    inner: controlOf(making, kinds.wholes[chosen] ?? ANYTHING, node, path),
  };
}

function kindsOf(
  { read, words, kinds }: Making,
  merged: Merged,
  { options, rest }: { options: readonly unknown[]; rest: Merged },
): Kinds {
  const known = kinds.get(merged);
  if (known) return known;
  const branches = branchesOf(discriminated(options, rest.keywords), read, words);
  const few = branches.map((branch) => allowedValues(branch.merged));
  const areFew = merged.unions.length === 1 && few.every((values) => values !== undefined);
  // The title, default and examples of all kinds together are those of no single one.
  const common = withoutKeywords(rest, ['title', 'default', 'examples']);
  const wholes = branches.map((branch) => combined(common, branch.merged));
  const made = {
    branches,
    wholes,
    options: branches.map(({ title }, index) => ({ title, start: startText(wholes[index] ?? ANYTHING, read) })),
    values: areFew ? few.flatMap((values) => values ?? []) : undefined,
  };
  kinds.set(merged, made);
  return made;
}

function fieldsOf(making: Making, { keywords }: Merged, node: ValueNode, path: readonly Segment[]): FormField[] {
  const known = isObject(keywords.properties) ? keywords.properties : {};
  const required = new Set(Array.isArray(keywords.required) ? keywords.required : []);
  const present = childrenByName(node);
  const names = [...Object.keys(known), ...[...required].filter((name) => typeof name === 'string'), ...present.keys()];
  return [...new Set(names)].map((name) => {
    const named = Object.hasOwn(known, name);
    const other = named ? undefined : otherSchema(making, keywords, name);
    return fieldOf(making, making.read(named ? known[name] : other), present.get(name), {
      path: [...path, name],
      label: name,
      required: required.has(name),
      removable: true,
      ...(!named && !required.has(name) && { extra: other === false ? 'refused' : 'allowed' }),
    });
  });
}

/** The schema of a field that is not named in `properties`. */
function otherSchema(making: Making, keywords: JsonSchema, name: string): unknown {
  const { patternProperties, propertyNames = true } = keywords;
  if (!isFitting(making.root, propertyNames, name)) return false;
  const patterns = isObject(patternProperties) ? patternsOf(patternProperties) : [];
  const fitting = patterns.filter(({ pattern }) => validate(pattern, name).ok).map(({ schema }) => schema);
  return fitting.length > 1 ? { allOf: fitting } : fitting.length === 1 ? fitting[0] : othersOf(keywords);
}

/** The schema of fields that match neither a name nor a pattern. */
const othersOf = ({
  unevaluatedProperties = true,
  additionalProperties = unevaluatedProperties,
}: JsonSchema): unknown => additionalProperties;

const patternsOf = once((patternProperties: Record<string, unknown>) =>
  Object.entries(patternProperties).map(([pattern, schema]) => ({ pattern: { type: 'string', pattern }, schema })),
);

function listOf(making: Making, { keywords }: Merged, node: ValueNode | undefined, path: readonly Segment[]): Control {
  const { prefixItems, items, additionalItems, maxItems } = keywords;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const others = Array.isArray(items) ? additionalItems : items;
  const length = node?.children?.length ?? 0;
  const schemaAt = (index: number): unknown => (index < tuple.length ? tuple[index] : others);
  const full = (others === false && length >= tuple.length) || (typeof maxItems === 'number' && length >= maxItems);
  return {
    kind: 'array',
    items: (node?.children ?? []).map((child, index) =>
      fieldOf(making, making.read(schemaAt(index)), child, {
        path: [...path, index],
        label: String(index + 1),
        required: index < tuple.length,
        removable: true,
      }),
    ),
    ...(!full && { next: startText(making.read(schemaAt(length)), making.read) }),
  };
}

/** Whether a string is likely to have several lines. */
const isLong = ({ maxLength, format }: JsonSchema): boolean =>
  format === undefined && !(typeof maxLength === 'number' && maxLength < 200);
