import { isObject, type JsonSchema } from '../json-schema';
import { validate } from '../validate';
import { withName, withoutValue, withValue } from './edit';
import type { Control, FormField } from './field';
import { formOf } from './form';
import { once } from './once';
import { valueTree } from './value-tree';
import { parseAnyJson } from '@/lib/protocol';

/** A mistake that models make. */
export interface ArgumentMistake {
  readonly id: 'missing' | 'type' | 'name' | 'extra' | 'cut';
  /** What it changes in a call. */
  readonly title: string;
  /** The arguments with the mistake made; undefined if it cannot be made in these arguments. */
  make(schema: JsonSchema, text: string): string | undefined;
}

/** The most common mistakes, each made by a click. The same arguments always get the same mistake. */
export const ARGUMENT_MISTAKES: readonly ArgumentMistake[] = [
  { id: 'missing', title: 'Leave out a required field', make: (schema, text) => withoutRequired(schema, text) },
  { id: 'type', title: 'Wrong type', make: (schema, text) => ofWrongType(schema, text) },
  { id: 'name', title: 'Misspell a field', make: (schema, text) => misspelt(schema, text) },
  { id: 'extra', title: 'Add a field', make: (_, text) => withExtra(text) },
  { id: 'cut', title: 'Cut the JSON off', make: (_, text) => cutOff(text) },
];

/** The last document parsed; several mistakes are made in the same arguments. */
const last = once<JsonSchema, { text?: string; fields: readonly FormField[] }>(() => ({ fields: [] }));

/** The fields of the arguments, outermost first: those that are present, then those that could be. */
function fieldsIn(schema: JsonSchema, text: string): readonly FormField[] {
  const known = last(schema);
  if (known.text !== text) Object.assign(known, { text, fields: fieldsOf(schema, text) });
  return known.fields;
}

function fieldsOf(schema: JsonSchema, text: string): FormField[] {
  const form = formOf(schema, text);
  const inner = (field: FormField, control: Control = field.control): readonly FormField[] => {
    if (control.kind === 'union') return inner(field, control.inner);
    return control.kind === 'object' ? control.fields : control.kind === 'array' ? control.items : [];
  };
  const present: FormField[] = [];
  const absent: FormField[] = [];
  let level: readonly FormField[] = form.ok ? inner(form.root) : [];
  while (level.length > 0) {
    for (const field of level) (isPresent(field) ? present : absent).push(field);
    level = level.filter(isPresent).flatMap((field) => inner(field));
  }
  return [...present, ...absent];
}

const isPresent = ({ raw }: FormField): boolean => raw !== undefined;

function withoutRequired(schema: JsonSchema, text: string): string | undefined {
  const named = fieldsIn(schema, text).filter(({ path }) => typeof path.at(-1) === 'string');
  const field = named.find((one) => one.required && isPresent(one));
  return field && withoutValue(text, field.path);
}

/** What models send instead: an object for a string, a string for a number, a list for an enum. */
const WRONG = ['{ "value": true }', '"three"', '[]', '12', 'null'];

/** How many fields are tried for a mistake; there may be thousands. */
const MOST_TRIED = 20;

function ofWrongType(schema: JsonSchema, text: string): string | undefined {
  // Where any value is allowed, no type is wrong.
  const typed = fieldsIn(schema, text).filter(({ control }) => control.kind !== 'json' || control.why !== undefined);
  for (const { path } of typed.slice(0, MOST_TRIED)) {
    const wrong = WRONG.map((raw) => withValue(text, path, raw)).find((made) => !fits(schema, made));
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function misspelt(schema: JsonSchema, text: string): string | undefined {
  const named = fieldsIn(schema, text).filter(({ path, extra }) => typeof path.at(-1) === 'string' && !extra);
  const renamed = named.slice(0, MOST_TRIED).map((field) => {
    const name = otherSpelling(String(field.path.at(-1)));
    if (isPresent(field)) return withName(text, field.path, name);
    return withValue(text, [...field.path.slice(0, -1), name], field.start);
  });
  return renamed.find((made) => !fits(schema, made)) ?? renamed[0];
}

/** `file_path` → `filePath`, `filePath` → `file_path`, `query` → `qeury`. */
function otherSpelling(name: string): string {
  if (/_[a-z]/.test(name)) return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (/[a-z][A-Z]/.test(name)) return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const middle = Math.floor(name.length / 2);
  const [left = '', right = ''] = [name[middle - 1], name[middle]];
  return name.length < 4 || left === right
    ? `${name}s`
    : name.slice(0, middle - 1) + right + left + name.slice(middle + 1);
}

function withExtra(text: string): string | undefined {
  const value = valueOf(text);
  if (!isObject(value)) return undefined;
  const name = ['reason', 'explanation', 'reason_for_call'].find((free) => !Object.hasOwn(value, free));
  return name && withValue(text, [name], '"Because it seems right."');
}

/** JSON cut off, like a reply that reached its token limit. */
function cutOff(text: string): string | undefined {
  const whole = text.trimEnd();
  const cut = whole.slice(0, Math.max(1, Math.floor(whole.length * 0.7)));
  return cut !== whole && valueTree(cut) === undefined ? cut : undefined;
}

function valueOf(text: string): unknown {
  const parsed = parseAnyJson(text.trim() === '' ? '{}' : text);
  return parsed.ok ? parsed.value : undefined;
}

const fits = (schema: JsonSchema, text: string): boolean => validate(schema, valueOf(text)).ok;
