import { SlipKindSchema, type SlipKind } from '@/lib/protocol';
import { isObject, type JsonSchema } from '@/lib/schema/json-schema';

/** A call as a model writes it, with its arguments as text. */
export interface WrittenCall {
  readonly name: string;
  readonly args: string;
  /** How often it is made in one turn. Default: once. */
  readonly times?: number;
}

/** A call as it was intended. */
export interface IntendedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Returns a number from 0 up to, but not including, 1. */
type RandomSource = () => number;

/** A random generator that gives the same numbers for the same seed (mulberry32). */
export function seeded(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A tool that a model may call. */
export interface Offered {
  readonly name: string;
  readonly schema: JsonSchema;
}

type Make = (
  call: IntendedCall,
  schema: JsonSchema,
  random: RandomSource,
  offered: readonly Offered[],
) => WrittenCall | undefined;

const pick = <T>(from: readonly T[], random: RandomSource): T | undefined => from[Math.floor(random() * from.length)];
const written = ({ name }: IntendedCall, input: Readonly<Record<string, unknown>>): WrittenCall => ({
  name,
  args: JSON.stringify(input),
});
const fieldsOf = (schema: JsonSchema): string[] => Object.keys(isObject(schema.properties) ? schema.properties : {});

/** A call with one fitting field replaced by others; undefined if no field fits. */
function withField(
  call: IntendedCall,
  fits: (field: string, value: unknown) => boolean,
  change: (field: string, value: unknown) => Readonly<Record<string, unknown>>,
  random: RandomSource,
): WrittenCall | undefined {
  const found = pick(
    Object.entries(call.input).filter(([field, value]) => fits(field, value)),
    random,
  );
  if (!found) return undefined;
  const entries = Object.entries(call.input).flatMap(([field, value]) =>
    field === found[0] ? Object.entries(change(field, value)) : [[field, value] as const],
  );
  return written(call, Object.fromEntries(entries));
}

/** The name in the other case style if it has two words, otherwise with its last two letters swapped. */
function misspelt(field: string): string {
  const camel = field.replace(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (camel !== field) return camel;
  const snake = field.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return snake === field ? `${field.slice(0, -2)}${field.slice(-1)}${field.slice(-2, -1)}` : snake;
}

/** Whether a field holds text that must be found in a file. */
export const isTextToFind = (field: string): boolean => /^old_?(str|string|text)$/i.test(field);

const textToFind = (field: string, value: unknown): value is string =>
  isTextToFind(field) && typeof value === 'string' && WORD.test(value);

/** A word long enough to be distinctive. */
const WORD = /[a-z_]{4,}/i;

/** The other tool whose fields are most similar; undefined if none shares half of them. */
function likest(name: string, offered: readonly Offered[]): string | undefined {
  const own = new Set(fieldsOf(offered.find((one) => one.name === name)?.schema ?? {}));
  const others = offered.flatMap((other) => {
    const theirs = fieldsOf(other.schema);
    const shared = theirs.filter((field) => own.has(field)).length;
    const share = shared / new Set([...own, ...theirs]).size;
    return other.name !== name && share >= 0.5 ? [{ name: other.name, share }] : [];
  });
  return others.toSorted((a, b) => b.share - a.share)[0]?.name;
}

const INVENTED = { encoding: 'utf8', recursive: true, verbose: true, timeout_seconds: 30, reason: 'needed' };

const wrongType = (value: unknown): unknown => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : [value];
};

/** Makes a slip of each kind; undefined if the call leaves no room for it. */
export const SLIPS: Readonly<Record<SlipKind, Make>> = {
  'misspelt-field': (call, schema, random) =>
    withField(
      call,
      (field) => misspelt(field) !== field && !fieldsOf(schema).includes(misspelt(field)),
      (field, value) => ({ [misspelt(field)]: value }),
      random,
    ),
  'invented-field'(call, schema, random) {
    const [field, value] =
      pick(
        Object.entries(INVENTED).filter(([name]) => !fieldsOf(schema).includes(name)),
        random,
      ) ?? [];
    return field === undefined ? undefined : written(call, { ...call.input, [field]: value });
  },
  'missing-field': (call, { required }, random) =>
    withField(
      call,
      (field) => Array.isArray(required) && required.includes(field),
      () => ({}),
      random,
    ),
  'wrong-type': (call, _schema, random) =>
    withField(
      call,
      () => true,
      (field, value) => ({ [field]: wrongType(value) }),
      random,
    ),
  'number-as-text': (call, _schema, random) =>
    withField(
      call,
      (_field, value) => typeof value === 'number',
      (field, value) => ({ [field]: String(value) }),
      random,
    ),
  'cut-json'(call, _schema, random) {
    const { args } = written(call, call.input);
    return args.length < 4
      ? undefined
      : { name: call.name, args: args.slice(0, Math.ceil(args.length * (0.4 + random() / 2))) };
  },
  'wrong-name': (call) => ({
    ...written(call, call.input),
    name: /[A-Z]/.test(call.name) ? `${call.name.toLowerCase()}_tool` : `${call.name}s`,
  }),
  'wrong-tool'(call, _schema, _random, offered) {
    const name = likest(call.name, offered);
    return name === undefined ? undefined : { ...written(call, call.input), name };
  },
  // As the file may have been earlier, or as the model remembers it.
  'stale-edit': (call, _schema, random) =>
    withField(
      call,
      textToFind,
      (field, value) => ({ [field]: String(value).replace(WORD, (word) => `${word}Before`) }),
      random,
    ),
  'ambiguous-match': (call, _schema, random) =>
    withField(
      call,
      (field, value) => textToFind(field, value) && WORD.exec(value)?.[0] !== value,
      (field, value) => ({ [field]: WORD.exec(String(value))?.[0] }),
      random,
    ),
  'too-many-calls': (call) => ({ ...written(call, call.input), times: 3 }),
};

export const SLIP_KINDS: readonly SlipKind[] = SlipKindSchema.options;
