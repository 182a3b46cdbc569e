import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import { EXAMPLE } from './define-dialect';
import type { Reading, PromptedTool, TextCallParser } from './dialect';
import { dialects, parseToolCalls, type DialectName } from './index';

const BAR = '\uFF5C';
const D = `${BAR}DSML${BAR}`;

const TOOLS: readonly PromptedTool[] = [
  {
    name: 'get_weather',
    description: 'Weather of a city.',
    parameters: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        days: { type: 'integer' },
        exact: { type: 'boolean' },
        hours: { type: 'array', items: { type: 'integer' } },
        unit: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        where: { $ref: '#/$defs/place' },
      },
      $defs: { place: { type: 'object', properties: { lat: { type: 'number' } } } },
    },
  },
  { name: 'get_time', description: 'The time.' },
];

interface Sample {
  dialect: DialectName;
  what: string;
  text: string;
  calls: Reading['calls'];
  /** What is left for people. */
  left?: string;
  warnings?: readonly RegExp[];
}

const rome = { name: 'get_weather', arguments: { city: 'Rome', days: 3 } };

const SAMPLES: readonly Sample[] = [
  {
    dialect: 'xml',
    what: 'JSON in the arguments',
    text: 'I look.\n<tool_call>\n<name>get_weather</name>\n<arguments>{"city": "Rome", "days": 3}</arguments>\n</tool_call>\nDone',
    calls: [rome],
    left: 'I look.\n\nDone',
  },
  {
    dialect: 'xml',
    what: 'an element per field',
    text: '<tool_call><name> get_weather </name><arguments><city>Rome</city><days> 3 </days></arguments></tool_call>',
    calls: [rome],
  },
  {
    dialect: 'xml',
    what: 'no arguments',
    text: '<tool_call><name>get_time</name></tool_call>',
    calls: [{ name: 'get_time', arguments: {} }],
  },
  {
    dialect: 'json',
    what: 'two blocks, text between them',
    text: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome", "days": 3}}\n</tool_call>\nand\n<tool_call>{"name":"get_time"}</tool_call>',
    calls: [rome, { name: 'get_time', arguments: {} }],
    left: '\nand\n',
  },
  {
    dialect: 'json',
    what: 'a closing tag and quotes inside a string',
    text: '<tool_call>{"name":"get_weather","arguments":{"city":"</tool_call> \\"}{\\" \\\\"}}</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '</tool_call> "}{" \\' } }],
  },
  {
    dialect: 'json',
    what: 'several calls in one block, and arguments as a JSON string',
    text: '<tool_call>{"name":"a","arguments":"{\\"x\\":1}"}\n{"name":"b","parameters":{}}[{"name":"c"}]</tool_call>',
    calls: [
      { name: 'a', arguments: { x: 1 } },
      { name: 'b', arguments: {} },
      { name: 'c', arguments: {} },
    ],
  },
  {
    dialect: 'json',
    what: 'JSON that is no call',
    text: '<tool_call>{"nam": 1}</tool_call><tool_call>{"name":"a",}</tool_call>go on',
    calls: [],
    left: 'go on',
    warnings: [/has no "name"/, /not valid JSON/],
  },
  {
    dialect: 'function',
    what: 'Qwen3-Coder: values over lines',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nNew\n\n York\n</parameter>\n<parameter=hours>\n[1, 2]\n</parameter>\n</function>\n</tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'New\n\n York', hours: [1, 2] } }],
  },
  {
    dialect: 'function',
    what: 'Llama: JSON inside, no wrapper',
    text: 'Well <function=get_weather>{"city": "</function>", "days": 3}</function>!',
    calls: [{ name: 'get_weather', arguments: { city: '</function>', days: 3 } }],
    left: 'Well !',
  },
  {
    dialect: 'function',
    what: 'a closing tag of the block inside a value',
    text: '<tool_call><function=get_weather><parameter=city></function></tool_call></parameter></function></tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: '</function></tool_call>' } }],
  },
  {
    dialect: 'function',
    what: 'a parameter that is not closed',
    text: '<function=get_weather>\n<parameter=city>\nRome\n<parameter=days>\n3\n</parameter>\n</function> so',
    calls: [rome],
    left: ' so',
  },
  {
    dialect: 'dsml',
    what: 'text and JSON told apart by the attribute',
    text: `Hm.\n<${D}function_calls>\n<${D}invoke name="get_weather">\n<${D}parameter name="city" string="true">3</${D}parameter>\n<${D}parameter name="days" string="false">3</${D}parameter>\n</${D}invoke>\n<${D}invoke name="get_time">\n</${D}invoke>\n</${D}function_calls>`,
    calls: [
      { name: 'get_weather', arguments: { city: '3', days: 3 } },
      { name: 'get_time', arguments: {} },
    ],
    left: 'Hm.\n',
  },
  {
    dialect: 'dsml',
    what: 'a parameter that is no JSON',
    text: `<${D}function_calls><${D}invoke name="get_weather"><${D}parameter name="days" string="false">three</${D}parameter></${D}invoke></${D}function_calls>.`,
    calls: [],
    left: '.',
    warnings: [/days of get_weather is no JSON/],
  },
  {
    dialect: 'minimax',
    what: 'values made what the schema asks for',
    text: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Rome</parameter>\n<parameter name="exact">True</parameter>\n<parameter name="unit">null</parameter>\n<parameter name="where">{"lat": 1.5}</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [{ name: 'get_weather', arguments: { city: 'Rome', exact: true, unit: null, where: { lat: 1.5 } } }],
  },
  {
    dialect: 'minimax',
    what: 'without its opening tag',
    text: 'I see.\n<invoke name="get_weather">\n<parameter name="city">Rome</parameter><parameter name="days">3</parameter>\n</invoke>\n<invoke name="get_time"></invoke>\n</minimax:tool_call>\n',
    calls: [rome, { name: 'get_time', arguments: {} }],
    left: 'I see.\n\n',
  },
  {
    dialect: 'glm',
    what: 'keys and values',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Rome</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    calls: [rome],
  },
  {
    dialect: 'glm',
    what: 'no arguments',
    text: '<tool_call>get_time</tool_call><tool_call>get_time\n</tool_call>',
    calls: [
      { name: 'get_time', arguments: {} },
      { name: 'get_time', arguments: {} },
    ],
  },
  {
    dialect: 'longcat',
    what: 'JSON',
    text: '<longcat_tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome", "days": 3}}\n</longcat_tool_call>',
    calls: [rome],
  },
  {
    dialect: 'longcat',
    what: 'keys and values',
    text: '<longcat_tool_call>get_weather\n<longcat_arg_key>city</longcat_arg_key>\n<longcat_arg_value>Rome</longcat_arg_value>\n<longcat_arg_key>days</longcat_arg_key><longcat_arg_value>3</longcat_arg_value>\n</longcat_tool_call>',
    calls: [rome],
  },
  {
    dialect: 'generic',
    what: 'two calls in one block',
    text: 'So:\n<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Rome</parameter>\n<parameter name="days">3</parameter>\n</invoke>\n<invoke name="get_time">\n</invoke>\n</function_calls>',
    calls: [rome, { name: 'get_time', arguments: {} }],
    left: 'So:\n',
  },
  {
    dialect: 'generic',
    what: 'a fault in the middle',
    text: '<function_calls><invoke name="get_time"></invoke><invoke>x</invoke></function_calls>end',
    calls: [{ name: 'get_time', arguments: {} }],
    left: 'end',
    warnings: [/<invoke> has no name/],
  },
];

function readIn(parser: TextCallParser, pieces: readonly string[]): Reading {
  const readings = [...pieces.map((piece) => parser.push(piece)), parser.end()];
  return {
    text: readings.map(({ text }) => text).join(''),
    calls: readings.flatMap(({ calls }) => calls),
    warnings: readings.flatMap(({ warnings }) => warnings),
  };
}

const read = (dialect: DialectName, pieces: readonly string[]): Reading =>
  readIn(dialects[dialect].createParser(TOOLS), pieces);

describe('samples', () => {
  it.each(Object.keys(dialects))('%s has one', (name) => {
    expect(SAMPLES.map(({ dialect }) => dialect)).toContain(name);
  });

  it.each(SAMPLES)('$dialect: $what', ({ dialect, text, calls, left = '', warnings = [] }) => {
    const reading = read(dialect, [text]);
    expect(reading.calls).toEqual(calls);
    expect(reading.text).toBe(left);
    expect(reading.warnings).toHaveLength(warnings.length);
    for (const [index, warning] of warnings.entries()) expect(reading.warnings[index]).toMatch(warning);
  });

  it.each(SAMPLES)('$dialect, cut anywhere: $what', ({ dialect, text }) => {
    const whole = read(dialect, [text]);
    for (let at = 0; at <= text.length; at += 1) {
      expect(read(dialect, [text.slice(0, at), text.slice(at)])).toEqual(whole);
    }
    expect(read(dialect, text.split(''))).toEqual(whole);
  });

  it.each(SAMPLES)('$dialect, its bytes cut anywhere: $what', ({ dialect, text }) => {
    const whole = read(dialect, [text]);
    const bytes = new TextEncoder().encode(`日本 ${text} 😀`);
    for (let at = 0; at <= bytes.length; at += 1) {
      const decoder = new TextDecoder();
      const pieces = [bytes.subarray(0, at), bytes.subarray(at)].map((part) => decoder.decode(part, { stream: true }));
      expect(read(dialect, pieces)).toEqual({ ...whole, text: `日本 ${whole.text} 😀` });
    }
  });

  it.each(SAMPLES)('$dialect, told without being named: $what', ({ text, calls }) => {
    expect(parseToolCalls(text, TOOLS).calls).toEqual(calls);
  });

  it.each(SAMPLES.filter(({ warnings }) => !warnings))('$dialect, cut off: $what', ({ dialect, text }) => {
    const whole = read(dialect, [text]);
    const end = text.lastIndexOf('</');
    const cut = read(dialect, [text.slice(0, end + 2)]);
    expect(cut.calls.length).toBeLessThan(whole.calls.length);
    expect(cut.warnings.at(-1)).toMatch(/^The reply ended inside a tool call, which is not run/);
  });
});

describe('what is text', () => {
  const call = dialects.json.formatCall({ name: 'get_time', arguments: {} });
  const line = call.replaceAll('\n', '');

  it.each([
    ['a code fence', `See:\n\`\`\`xml\n${call}\n\`\`\`\nso`],
    ['a fence of tildes', `~~~\n${call}\n~~~`],
    ['a longer fence around a shorter one', `\`\`\`\`\n\`\`\`\n${call}\n\`\`\`\n\`\`\`\`\n`],
    ['a fence that is never closed', `\`\`\`\n${call}`],
    ['inline code', `Write \`${line}\` to call it.`],
    ['inline code with two ticks', `Write \`\` \`${line}\` \`\` to call it.`],
    ['a tag alone', 'The tag <tool_call> begins a call.'],
    ['the beginning of a tag at the end', 'and so <tool_ca'],
    ['other tags', '<div>1 < 2</div> <tool_calls>'],
    ['ticks that close nothing', 'a ` b `` c ``` d\n` e'],
  ])('%s', (_what, text) => {
    for (const pieces of [[text], text.split('')]) {
      const reading = read('json', pieces);
      expect(reading).toEqual({ text, calls: [], warnings: [] });
    }
  });

  it.each([
    ['behind a closed fence', `\`\`\`\nx\n\`\`\`\n${call}`, '```\nx\n```\n'],
    ['behind inline code', `\`x\` ${line}`, '`x` '],
    ['behind a single tick', `the \` key ${line}`, 'the ` key '],
    ['behind a single tick in an earlier line', `the \` key\n${line} \``, 'the ` key\n `'],
    ['behind a tag that opens nothing', `<tool_call> is a tag. ${line}`, '<tool_call> is a tag. '],
    ['behind ticks of three lengths', `a \` b \`\` c \`\`\` ${line}`, 'a ` b `` c ``` '],
    ['with code in its arguments', line.replace('{}', '{"x":"`a` ```"}'), ''],
  ])('a call %s is one', (_what, text, left) => {
    for (const pieces of [[text], text.split('')]) {
      const reading = read('json', pieces);
      expect(reading.calls.map(({ name }) => name)).toEqual(['get_time']);
      expect(reading.text).toBe(left);
    }
  });

  it('is handed on as soon as it is certain', () => {
    const parser = dialects.json.createParser();
    expect(parser.push('Hello <b>you</b> and <tool').text).toBe('Hello <b>you</b> and ');
    expect(parser.push('box>').text).toBe('<toolbox>');
  });
});

const NAMES = Object.keys(dialects).filter((name): name is DialectName => name in dialects);
const schemaFor = (args: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, { type: Array.isArray(value) ? 'array' : typeof value }]),
  ),
});

describe.each(NAMES)('%s', (name) => {
  const dialect = dialects[name];

  it('reads what it teaches', () => {
    const lesson = dialect.teach([{ name: EXAMPLE.name, description: 'x', parameters: schemaFor(EXAMPLE.arguments) }]);
    const written = dialect.formatCall(EXAMPLE);
    expect(lesson).toContain(written);
    expect(lesson).toContain('"name":"find_books"');
    const parser = dialect.createParser([
      { name: EXAMPLE.name, description: 'x', parameters: schemaFor(EXAMPLE.arguments) },
    ]);
    expect(readIn(parser, [written])).toEqual({ text: '', calls: [EXAMPLE], warnings: [] });
  });

  it('answers in a form that nothing in a result can end', () => {
    const [, tag = ''] =
      /<\/([\w:]+)>\s*$/.exec(dialect.formatResult({ name: 'a' }, { success: true, text: '' })) ?? [];
    const answer = dialect.formatResult({ name: 'a' }, { success: true, text: `x</${tag}>y` });
    expect(answer.split(`</${tag}>`)).toHaveLength(2);
  });

  it(
    'reads every call it writes, cut anywhere',
    () => {
      const value = fc.oneof(
        fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[<>\r\n]/g, '')),
        fc.integer(),
        fc.boolean(),
        fc.array(fc.integer()),
      );
      const args = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,8}$/), value, { noNullPrototype: true });
      const property = fc.property(args, fc.array(fc.nat(400)), (given, cuts) => {
        const call = { name: 'some_tool', arguments: given };
        const text = dialect.formatCall(call);
        const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        const parser = dialect.createParser([{ name: call.name, description: '', parameters: schemaFor(given) }]);
        expect(readIn(parser, pieces)).toEqual({ text: '', calls: [call], warnings: [] });
      });
      fc.assert(property, { numRuns: numRuns(100) });
    },
    patience.timeout,
  );

  it(
    'loses no text and throws nothing, whatever comes',
    () => {
      const bits = [
        '<tool_call>',
        '</tool_call>',
        '<function=a>',
        '<invoke name="a">',
        '{',
        '}',
        '"',
        '`',
        '```',
        '\n',
        '~~~',
        ' ',
        'a',
        '<',
        '>',
        `<${D}function_calls>`,
        '<minimax:tool_call>',
        '<function_calls>',
        '<longcat_tool_call>',
        '<name>',
        '<arg_key>',
        '</arg_key>',
        '<arg_value>',
        '</arg_value>',
        '<parameter=a>',
        '<parameter name="a">',
        '</parameter>',
        '</function>',
        '</invoke>',
        '\\',
        '😀',
      ];
      const property = fc.property(fc.array(fc.constantFrom(...bits)), (pieces) => {
        const once = read(name, [pieces.join('')]);
        expect(read(name, pieces)).toEqual(once);
        if (once.calls.length === 0 && once.warnings.length === 0) expect(once.text).toBe(pieces.join(''));
      });
      fc.assert(property, { numRuns: numRuns(200) });
    },
    patience.timeout,
  );
});
