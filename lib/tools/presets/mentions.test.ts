import { ERROR_CODES } from '@/lib/protocol';
import { toJsonSchema } from '@/lib/schema';
import { describe, expect, it } from 'vitest';
import { builtinTools } from '../builtin';
import { behaviourOf, PRESETS, presetTools, type Preset } from '.';
import { englishLeft } from './testing/english-left';
import { foreignNames } from './testing/foreign-names';

/** Words in capitals that may be a code, and words that may be a field: what no prose contains. */
const CODE = /\b[A-Z]{2,}(?:_[A-Z0-9]+)+\b/g;
const FIELD = /(?<![\w/.-])(?:[a-z]+(?:_[a-z]+)+|[a-z]+[A-Z]\w*)(?![\w(])/g;

/** Names that an example looks for. */
const EXAMPLES: ReadonlySet<string> = new Set(['roundPrice', 'price_rounding']);

/** Everything that is said of a preset's tools before one is called. */
const saidOf = (preset: Preset): readonly (readonly [where: string, text: string])[] => [
  ...Object.values(preset.instead ?? {}).map((text) => ['instead', text] as const),
  ...presetTools(preset, builtinTools).flatMap(({ name, description, help = '', input }) => [
    [name, `${description} ${help}`] as const,
    ...descriptionsIn(toJsonSchema(input)).map((text) => [name, text] as const),
  ]),
];

function descriptionsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(descriptionsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

/** The names of all fields of a schema, those of lists and objects in it, too, and the values that a field may have. */
function wordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties') return [...Object.keys(Object(value)), ...wordsOf(Object.values(Object(value)))];
    if (key === 'enum' && Array.isArray(value)) return value.map(String);
    return wordsOf(value);
  });
}

/** Every code that a preset's calls can end with, as it spells them. */
function codesOf(preset: Preset): ReadonlySet<string> {
  const { codes, readBeforeWrite } = behaviourOf(preset);
  const never = readBeforeWrite ? [] : ['FILE_NOT_READ', 'STALE_FILE'];
  const can = ERROR_CODES.filter((code) => !never.includes(code));
  return new Set(can.map((code) => codes(code, { success: false, text: '', details: { exitCode: 1 } })));
}

describe.each(PRESETS)('$id', (preset) => {
  const tools = presetTools(preset, builtinTools);
  const said = saidOf(preset);

  it('mentions no code that none of its calls ends with', () => {
    const codes = codesOf(preset);
    const slips = said.flatMap(([where, text]) =>
      (text.match(CODE) ?? []).filter((code) => !codes.has(code)).map((code) => `${where}: ${code}`),
    );
    expect(slips).toEqual([]);
  });

  it('mentions no field that none of its tools has', () => {
    const known = new Set(tools.flatMap(({ name, input }) => [name, ...wordsOf(toJsonSchema(input))]));
    const slips = said.flatMap(([where, text]) =>
      (text.match(FIELD) ?? [])
        .filter((field) => !known.has(field) && !EXAMPLES.has(field))
        .map((field) => `${where}: ${field}`),
    );
    expect(slips).toEqual([]);
  });

  it('mentions nothing that only another has', () => {
    const foreign = foreignNames(tools);
    expect(said.flatMap(([where, text]) => foreign(text).map((word) => `${where}: ${word}`))).toEqual([]);
  });

  it('says all of it in its own language', () => {
    if (behaviourOf(preset).language !== 'zh') return;
    const own = new Set(tools.flatMap(({ name, input }) => [name, ...wordsOf(toJsonSchema(input))]));
    const slips = said.flatMap(([where, text]) =>
      englishLeft(text).flatMap((word) => (own.has(word) ? [] : [`${where}: ${word} in “${text.slice(0, 80)}”`])),
    );
    expect(slips).toEqual([]);
  });

  it('asks for a read before a change where it is wanted, and nowhere else', () => {
    const wants = said.filter(([, text]) => /must have been read/.test(text)).length > 0;
    expect(wants).toBe(behaviourOf(preset).readBeforeWrite);
  });

  it('names each of its fields once where it wants it', () => {
    for (const { input } of tools) {
      const { required = [] } = Object(toJsonSchema(input));
      expect(required).toEqual([...new Set(required)]);
    }
  });
});
