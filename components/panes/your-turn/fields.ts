import { parseJson } from '@/lib/protocol';
import type { JsonSchema } from '@/lib/schema';
import { z } from 'zod';

/** One field of a tool's arguments, and with what it is written. */
export interface FormField {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  /** `json`: everything that has no simpler way. */
  readonly kind: 'text' | 'number' | 'choice' | 'json';
  /** For `choice`, as JSON. */
  readonly choices: readonly string[];
}

export type Args = Readonly<Record<string, unknown>>;

const ArgsSchema = z.record(z.string(), z.unknown());

/** The arguments as an object; undefined where the text is none, which only the JSON view can show. */
export function argsOf(text: string): Args | undefined {
  if (text.trim() === '') return {};
  const parsed = parseJson(ArgsSchema, text);
  return parsed.ok ? parsed.value : undefined;
}

export const toText = (args: Args): string => JSON.stringify(args, null, 2);

/** The fields a schema names, in its order. */
export function fieldsOf(schema: JsonSchema): FormField[] {
  const { properties, required } = schema;
  if (!isRecord(properties)) return [];
  const wanted = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, of]) => {
    const node = isRecord(of) ? of : {};
    const choices = choicesOf(node);
    return {
      name,
      required: wanted.has(name),
      description: typeof node.description === 'string' ? node.description : '',
      kind: choices.length > 0 ? 'choice' : kindOf(node.type),
      choices,
    };
  });
}

/** What stands in a field: text as it is, anything else as JSON; empty where the field is left out. */
export function written(field: FormField, args: Args): string {
  const value = Object.hasOwn(args, field.name) ? args[field.name] : undefined;
  if (value === undefined) return '';
  return field.kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value);
}

/** The arguments with what was written in a field. Nothing leaves the field out; what fits no kind is sent as text. */
export function withField(args: Args, field: FormField, text: string): Args {
  const { [field.name]: _, ...others } = args;
  if (text === '') return others;
  const parsed = field.kind === 'text' ? undefined : parseJson(z.unknown(), text);
  const value = parsed?.ok ? parsed.value : text;
  // In its old place: a field that jumps while somebody types is hard to follow.
  const names = Object.hasOwn(args, field.name) ? Object.keys(args) : [...Object.keys(args), field.name];
  return Object.fromEntries(names.map((name) => [name, name === field.name ? value : args[name]]));
}

function choicesOf({ enum: values, type }: Args): string[] {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value));
  return type === 'boolean' ? ['true', 'false'] : [];
}

function kindOf(type: unknown): FormField['kind'] {
  if (type === 'string') return 'text';
  return type === 'integer' || type === 'number' ? 'number' : 'json';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
