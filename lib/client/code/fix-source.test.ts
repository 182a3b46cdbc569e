import { lint } from '@/lib/tools/lint';
import { expect, it } from 'vitest';
import { createPackLanguage } from './pack-language';
import { codeWorkerHere } from './testing/code-worker';

const language = createPackLanguage({ worker: codeWorkerHere(), types: async () => ({}) });
const { signal } = new AbortController();
const source = (input: string) => `import { defineTool } from 'toolyard';
import { z } from 'zod';
export const other = defineTool({ name: 'Other', kind: 'read', input: z.object({}) });
export const t = defineTool({
  name: 'T', // the one
  kind: 'read',
  input: ${input},
});
`;
const field = '/inputSchema/properties/a';

it.each([
  [
    'a field of Zod',
    'z.object({ a: z.number().default(3).describe("d") })',
    `${field}/minimum`,
    1,
    'a: z.number().min(1).default(3)',
  ],
  ['an object', 'z.object({ a: z.string() })', '/inputSchema/additionalProperties', false, 'z.strictObject({ a'],
  [
    'an object in an array',
    'z.object({ a: z.array(z.object({ b: z.string() })) })',
    `${field}/items/additionalProperties`,
    false,
    'z.array(z.strictObject(',
  ],
  [
    'a default',
    "z.object({ a: z.string().default('sk-1').describe('d') })",
    `${field}/default`,
    undefined,
    "a: z.string().describe('d')",
  ],
  [
    'choices',
    'z.object({ a: z.string().optional() })',
    `${field}/enum`,
    ["x'y", 'z'],
    "a: z.enum(['x\\'y', 'z']).optional()",
  ],
  ['a time', 'z.object({ a: z.string() })', `${field}/format`, 'date-time', 'a: z.iso.datetime()'],
  [
    'a JSON Schema',
    "{ type: 'object', properties: { 'a': { type: 'number' } } }",
    `${field}/minimum`,
    1,
    "'a': { minimum: 1, type: 'number' }",
  ],
  [
    'a keyword that goes',
    "{ type: 'object', properties: { a: { type: 'string', default: 'x' } } }",
    `${field}/default`,
    undefined,
    "a: { type: 'string', } }",
  ],
  ['a hint', 'z.object({})', '/annotations/readOnlyHint', false, "  kind: 'other',"],
  ['danger', 'z.object({})', '/annotations', { destructiveHint: true }, "({\n  dangerous: true,\n  name: 'T'"],
  ['a name', 'z.object({})', '/name', 'Better', "name: 'Better', // the one"],
])('%s is fixed where the source says it', async (_, input, at, value, expected) => {
  const fixed = await language.fix({ 'a.md': '', 'main.ts': source(input) }, 'T', [{ at, value }], signal);
  expect(fixed?.text).toContain(expected);
  expect(fixed?.text).toContain("name: 'Other', kind: 'read', input: z.object({})");
});

it.each([
  ['made elsewhere', 'schema', `${field}/minimum`, 1],
  ['that takes more than a choice', 'z.object({ a: z.string().min(2) })', `${field}/enum`, ['x']],
  ['of a field that is not there', 'z.object({ b: z.number() })', `${field}/minimum`, 1],
  ['without words in Zod', 'z.object({ a: z.string() })', '/inputSchema/required', []],
])('a schema %s is left to the person', async (_, input, at, value) => {
  expect(await language.fix({ 'main.ts': source(input) }, 'T', [{ at, value }], signal)).toBeNull();
});

it('what lint offers to fix in a schema that is written out is fixed', async () => {
  const inputSchema = {
    type: 'object',
    properties: { limit: { type: 'integer', description: 'How many orders to return.' } },
  };
  const design = { name: 'T', description: 'Searches. Do not use it for one order.', inputSchema };
  let files = { 'main.ts': source(JSON.stringify(inputSchema)) };
  const fixes = lint([design]).flatMap(({ fix }) => fix ?? []);
  expect(fixes.length).toBeGreaterThan(1);
  for (const { edits } of fixes) {
    const fixed = await language.fix(files, 'T', edits, signal);
    files = { 'main.ts': fixed?.text ?? '' };
  }
  const [, schema = ''] = /input: (.*),\n\}\);\n$/.exec(files['main.ts']) ?? [];
  const now = JSON.parse(schema.replace(/(\w+): (?=1|false)/g, '"$1": '));
  expect(lint([{ ...design, inputSchema: now }]).flatMap(({ fix }) => fix ?? [])).toEqual([]);
});
