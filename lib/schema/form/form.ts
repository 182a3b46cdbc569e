import { ownValue } from '@/lib/protocol/own-value';
import { canonical } from '../engine/canonical';
import { isObject, type JsonSchema } from '../json-schema';
import { formatPath, type Segment } from '../path';
import { validate } from '../validate';
import type { Choices, Control, FormField, SchemaForm } from './field';
import { hintOf } from './hint';
import { isOfType, namedTypes, valuesOf } from './kind';
import { ANYTHING, combined, createReader, type Merged, type SchemaReader } from './merged';
import { startText } from './start';
import { branchesOf, chosenBranch, MOST_BRANCHES } from './union';
import { FORM_WORDS, type FormWords } from './words';
import { childAt, fieldNames, rawOf, valueTree, type ValueNode } from './value-tree';
import { z } from 'zod';
import { parseJson, type Language } from '@/lib/protocol';

/** Characters of arguments above which a form would only be in the way. */
const MOST_TEXT = 200_000;

/** What every part of a form is made with. */
interface Making {
  readonly text: string;
  readonly root: unknown;
  readonly read: SchemaReader;
  readonly choices: Choices;
  readonly words: FormWords;
}

/**
 * The form of some arguments under a JSON Schema of any root. It holds places and texts, no values: what nobody edits is sent as it
 * stands, and `withValue` changes one place to the letter. Never throws; says why where there is none.
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
  try {
    const read = createReader(schema);
    const making = { text: given, root: schema, read, choices, words };
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
    hint: hintOf(merged.keywords, making.words),
    control: controlOf(making, merged, node, place.path),
  };
}

function controlOf(making: Making, merged: Merged, node: ValueNode | undefined, path: readonly Segment[]): Control {
  const values = valuesOf(merged);
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
        open: merged.keywords.additionalProperties !== false,
      };
    case 'array':
      return listOf(making, merged, node, path);
    default:
      return { kind: 'json', why: making.words.unknownType(type) };
  }
}

function choiceOf(making: Making, values: readonly unknown[], node: ValueNode | undefined): Control {
  const present = node && canonical(valueOf(making, node));
  return {
    kind: 'choice',
    choices: values.map((value) => JSON.stringify(value)),
    chosen: values.findIndex((value) => canonical(value) === present),
  };
}

const valueOf = ({ text }: Making, node: ValueNode): unknown => {
  const parsed = parseJson(z.unknown(), rawOf(text, node));
  return parsed.ok ? parsed.value : undefined;
};

/** The kinds of value among which a person chooses: a union's, or the types where there are several. */
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
  const { read, root, choices, words } = making;
  if (options.length > MOST_BRANCHES) return { kind: 'json', why: words.tooManyKinds(options.length) };
  const branches = branchesOf(options, read, words);
  const few = branches.map((branch) => valuesOf(branch.merged));
  if (merged.unions.length === 1 && few.every((values) => values !== undefined)) {
    return choiceOf(
      making,
      few.flatMap((values) => values ?? []),
      node,
    );
  }
  const wholes = branches.map((branch) => combined(withoutTitle(rest), branch.merged));
  const chosen =
    ownValue(choices, formatPath(path)) ?? (node ? chosenBranch(branches, valueOf(making, node), root) : 0);
  return {
    kind: 'union',
    options: branches.map(({ title }, index) => ({ title, start: startText(wholes[index] ?? ANYTHING, read) })),
    chosen,
    inner: controlOf(making, wholes[chosen] ?? ANYTHING, node, path),
  };
}

/** What is said of all kinds together, but for the title, default and examples, which are those of no single one. */
function withoutTitle({ keywords, ...rest }: Merged): Merged {
  const own = Object.entries(keywords).filter(
    ([name]) => name !== 'title' && name !== 'default' && name !== 'examples',
  );
  return { ...rest, keywords: Object.fromEntries(own) };
}

function fieldsOf(making: Making, { keywords }: Merged, node: ValueNode, path: readonly Segment[]): FormField[] {
  const known = isObject(keywords.properties) ? keywords.properties : {};
  const required = new Set(Array.isArray(keywords.required) ? keywords.required : []);
  const names = [...new Set([...Object.keys(known), ...[...required].filter((name) => typeof name === 'string')])];
  const extra = fieldNames(node).filter((name) => !names.includes(name));
  return [...names, ...extra].map((name) => {
    const named = Object.hasOwn(known, name);
    const other = named ? undefined : otherSchema(keywords, name);
    return fieldOf(making, making.read(named ? known[name] : other), childAt(node, name), {
      path: [...path, name],
      label: name,
      required: required.has(name),
      removable: true,
      ...(!named && !required.has(name) && { extra: other === false ? 'refused' : 'allowed' }),
    });
  });
}

/** What is said of a field that is not named. */
function otherSchema({ patternProperties, additionalProperties = true }: JsonSchema, name: string): unknown {
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  const fitting = patterns
    .filter(([pattern]) => validate({ type: 'string', pattern }, name).ok)
    .map(([, schema]) => schema);
  return fitting.length > 0 ? { allOf: fitting } : additionalProperties;
}

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

/** Whether text is likely to have lines. */
const isLong = ({ maxLength, format }: JsonSchema): boolean =>
  format === undefined && !(typeof maxLength === 'number' && maxLength < 200);
