import { expect, it } from 'vitest';
import { readDeclarations } from '.';

const schema = { type: 'object', properties: { city: { type: 'string' } } };
const description = 'Tells the weather.';
const openai = { name: 'weather', description, parameters: schema };

it.each<[string, unknown, (string | number)[]]>([
  [
    'MCP, as tools/list answers',
    { result: { tools: [{ name: 'weather', description, inputSchema: schema }] } },
    ['result', 'tools', 0, 'inputSchema'],
  ],
  ['Anthropic', [{ name: 'weather', description, input_schema: schema }], [0, 'input_schema']],
  [
    'OpenAI, as chat completions take it',
    { tools: [{ type: 'function', function: openai }] },
    ['tools', 0, 'function', 'parameters'],
  ],
  ['OpenAI, as responses take it', [{ type: 'function', ...openai }], [0, 'parameters']],
  ['Gemini', [{ functionDeclarations: [openai] }], [0, 'functionDeclarations', 0, 'parameters']],
  ['one tool alone', openai, ['parameters']],
])('reads %s, and knows where things stand', (_form, content, place) => {
  const read = readDeclarations(JSON.stringify(content));
  const [declared] = read.ok ? read.declared : [];
  expect(declared?.design).toEqual({ name: 'weather', description, inputSchema: schema });
  expect(declared?.placeOf('/inputSchema/properties/city')).toEqual([...place, 'properties', 'city']);
  expect(declared?.placeOf('/name')).toEqual([...place.slice(0, -1), 'name']);
  expect(declared?.placeOf('')).toEqual(place.slice(0, -1));
});

it('gives a function without parameters an empty schema', () => {
  const read = readDeclarations('{ "name": "now", "description": "Tells the time.", /* none */ }');
  expect(read.ok && read.declared[0]?.design.inputSchema).toEqual({ type: 'object', properties: {} });
});

it.each([
  ['', 'It is no JSON'],
  ['{"name": ', 'It is no JSON'],
  ['[1, "a", null, {}]', 'It declares no tool.'],
  ['['.repeat(500_000), 'It is nested too deeply'],
])('says what is the matter with %.12s', (text, reason) => {
  expect(readDeclarations(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
});
