import goodTools from '@/lib/tools/lint/testing/good-tools.json';
import { expect, it } from 'vitest';
import { fromDeclarations } from './from-declarations';
import { PackSchema } from './pack';

const schema = { type: 'object', properties: { city: { type: 'string' } } };
const filesOf = (value: unknown) => {
  const made = fromDeclarations(JSON.stringify(value));
  return made.ok ? made.files : made.reason;
};

it.each([
  ['Anthropic', { name: 'get_weather', description: 'd', input_schema: schema }],
  ['OpenAI', { type: 'function', function: { name: 'get_weather', description: 'd', parameters: schema } }],
  ['MCP', { tools: [{ name: 'get_weather', description: 'd', inputSchema: schema }] }],
])('a pack begins with a declaration of %s', (_, declaration) => {
  const files = filesOf(declaration);
  expect(Object.keys(files)).toEqual(['main.ts']);
  expect(Object.values(files)[0]).toMatch(/name: "get_weather",\n {2}description: "d",[^]*"city"/);
});

it('a JSON Schema alone is the input of a tool', () => {
  expect(filesOf({ title: 'Ask the oracle', properties: {} })).toMatchObject({
    'main.ts': expect.stringContaining('name: "Ask_the_oracle"'),
  });
  expect(filesOf(schema)).toMatchObject({ 'main.ts': expect.stringMatching(/name: "MyTool"[^]*Say what it is for/) });
});

it.each([
  ['with alternatives at its root', JSON.stringify({ anyOf: [schema, schema] })],
  ['that refers to itself', JSON.stringify({ $ref: '#/$defs/a', $defs: { a: schema } })],
  ['with a name and a description', JSON.stringify({ ...schema, name: 'x', description: 'd' })],
  ['in YAML', 'type: object\nproperties:\n  city: { type: string }'],
  ['with comments', `// Where.\n${JSON.stringify(schema)}`],
])('so is one %s', (_, text) => {
  const made = fromDeclarations(text);
  expect(made.ok && made.files['main.ts']).toMatch(/name: "MyTool"[^]*"city"/);
});

it('tools are declared in YAML, too, and with the types of Gemini', () => {
  const yaml = fromDeclarations('tools:\n  - { name: get_weather, inputSchema: { type: object } }');
  expect(yaml).toMatchObject({ ok: true, files: { 'main.ts': expect.stringContaining('"get_weather"') } });
  const city = { type: 'STRING', nullable: true };
  const gemini = { functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: { city } } }] };
  expect(Object.values(filesOf(gemini))[0]).toMatch(/"type": \[\s*"string",\s*"null"\s*\]/);
});

it('what no tool can take, or nothing can go through, is said', () => {
  expect(filesOf({ type: 'array', items: schema })).toContain('a schema of something else');
  expect(fromDeclarations('['.repeat(100_000))).toMatchObject({ ok: false });
});

it('each tool of many has a file, whatever its name is', () => {
  const named = (name: string) => ({ name, inputSchema: schema });
  const files = filesOf(['a.b', 'a/b', '9', '__proto__'].map(named));
  expect(Object.keys(files)).toEqual(['a_b.ts', 'a_b-2.ts', 'MyTool.ts', 'proto.ts']);
  // No two of them have one name, so the pack compiles.
  expect(Object.values(files).map((text) => /name: "(.*)"/.exec(text)?.[1])).toEqual([
    'a_b',
    'a_b-2',
    'MyTool',
    'proto',
  ]);
  expect(filesOf(Array.from({ length: 51 }, (_, index) => named(`t${index}`)))).toContain('51 tools');
});

it.each(['', '{', '[]', '{"name": 3}', 'null'])('%j declares nothing, and it says so', (text) => {
  expect(fromDeclarations(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/JSON|declares no tool/) });
});

it.each(goodTools)('what $package declares is a pack', ({ tools }) => {
  const files = filesOf(tools);
  expect(PackSchema.safeParse({ toolyardPack: 1, name: 'mine', files }).success).toBe(true);
  expect(Object.keys(files)).toHaveLength(tools.length);
});
