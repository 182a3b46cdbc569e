import { describe, expect, it } from 'vitest';
import type { PromptedTool } from './dialect';
import { dialects, parseToolCalls } from './index';

const PROPERTIES = {
  text: { type: 'string' },
  whole: { type: 'integer' },
  part: { type: 'number' },
  flag: { type: 'boolean' },
  list: { type: 'array' },
  shape: { type: 'object' },
  maybe: { type: ['string', 'null'] },
  absent: { type: ['integer', 'null'] },
  level: { enum: [1, 2, 'high'] },
  fixed: { const: true },
  either: { oneOf: [{ type: 'integer' }, { type: 'boolean' }] },
  every: { allOf: [{ type: 'integer' }, { minimum: 1 }] },
  some: { anyOf: [{ type: 'string' }, { type: 'array' }] },
};
const TOOLS: readonly PromptedTool[] = [
  { name: 'try_it', description: '', parameters: { type: 'object', properties: PROPERTIES } },
];

/** How the syntaxes write a value that has no type of its own. */
const WRITTEN: Readonly<Record<string, (name: string, text: string) => string>> = {
  xml: (name, text) => `<tool_call><name>try_it</name><arguments><${name}>${text}</${name}></arguments></tool_call>`,
  function: (name, text) => `<function=try_it><parameter=${name}>${text}</parameter></function>`,
  minimax: (name, text) =>
    `<minimax:tool_call><invoke name="try_it"><parameter name="${name}">${text}</parameter></invoke></minimax:tool_call>`,
  glm: (name, text) => `<tool_call>try_it\n<arg_key>${name}</arg_key><arg_value>${text}</arg_value></tool_call>`,
  longcat: (name, text) =>
    `<longcat_tool_call>try_it\n<longcat_arg_key>${name}</longcat_arg_key><longcat_arg_value>${text}</longcat_arg_value></longcat_tool_call>`,
  generic: (name, text) =>
    `<function_calls><invoke name="try_it"><parameter name="${name}">${text}</parameter></invoke></function_calls>`,
};

/** What is written, and what it becomes. What fits no type of the schema stays text: validation then says so. */
const VALUES: readonly (readonly [name: string, text: string, value: unknown])[] = [
  ['text', '3', '3'],
  ['text', 'true', 'true'],
  ['text', 'null', 'null'],
  ['text', '{"a":1}', '{"a":1}'],
  ['text', '  two spaces', '  two spaces'],
  ['whole', '3', 3],
  ['whole', '-3', -3],
  ['whole', 'three', 'three'],
  ['whole', '"3"', '"3"'],
  ['part', '1.5e3', 1500],
  ['flag', 'false', false],
  ['flag', 'TRUE', true],
  ['flag', 'yes', 'yes'],
  ['list', '[1, "two"]', [1, 'two']],
  ['list', '[1, 2', '[1, 2'],
  ['list', '{"a":1}', '{"a":1}'],
  ['shape', '{"a":{"b":[]}}', { a: { b: [] } }],
  ['maybe', 'null', null],
  ['maybe', 'nullable', 'nullable'],
  ['level', 'high', 'high'],
  ['fixed', 'true', true],
  ['either', '7', 7],
  ['either', 'true', true],
  ['every', '3', 3],
  ['some', '[1]', [1]],
  ['some', '[a', '[a'],
  ['some', '{}', '{}'],
  ['part', '1e999', '1e999'],
  ['part', 'NaN', 'NaN'],
  ['list', '[1e999]', '[1e999]'],
  ['unknown', '3', '3'],
  ['flag', 'True', true],
  ['shape', `{'a': "it's", "b": [True, None, 'say \\'"hi"\\'\\n']}`, { a: "it's", b: [true, null, `say '"hi"'\n`] }],
  ['list', "['None', 'True', 'a\\\\']", ['None', 'True', 'a\\']],
  ['list', '[None, Nothing]', '[None, Nothing]'],
  ['list', "['a]", "['a]"],
  ['list', "{'a': 1}", "{'a': 1}"],
  ['some', "['a']", ['a']],
  ['absent', 'None', null],
  ['maybe', 'None', 'None'],
];

describe.each(Object.keys(WRITTEN))('values in %s', (dialect) => {
  const write = WRITTEN[dialect];

  it.each(VALUES)('%s written as %j', (name, text, value) => {
    const { calls, warnings } = parseToolCalls(write?.(name, text) ?? '', TOOLS);
    expect({ calls, warnings }).toEqual({ calls: [{ name: 'try_it', arguments: { [name]: value } }], warnings: [] });
  });

  it('are left as text where the tool is not known', () => {
    expect(parseToolCalls(write?.('whole', '3') ?? '').calls).toEqual([{ name: 'try_it', arguments: { whole: '3' } }]);
  });
});

it('is not done where the syntax says the type', () => {
  for (const dialect of [dialects.json, dialects.dsml]) {
    const call = { name: 'try_it', arguments: { text: '3', whole: '3', flag: 1 } };
    const parser = dialect.createParser(TOOLS);
    expect(parser.push(dialect.formatCall(call)).calls).toEqual([call]);
  }
});
