import { describe, expect, it } from 'vitest';
import type { Reading, PromptedTool } from './dialect';
import { dialects, parseToolCalls, type DialectName } from './index';

/** What servers of these models are tested with, in our words: the pieces a model gets wrong, or that only look wrong. */

const D = '\uFF5CDSML\uFF5C';
const TOOLS: readonly PromptedTool[] = [
  {
    name: 'note',
    description: '',
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        count: { type: 'number' },
        data: { type: 'object' },
        tags: { type: 'array' },
      },
    },
  },
  { name: 'ping', description: '' },
];
const ping = { name: 'ping', arguments: {} };
const note = (args: Record<string, unknown>) => ({ name: 'note', arguments: args });

interface Hard {
  dialect: DialectName;
  what: string;
  written: string;
  calls?: Reading['calls'];
  left?: string;
  warning?: RegExp;
}

const VALUES: readonly Hard[] = [
  {
    dialect: 'function',
    what: 'Windows line ends',
    written:
      '<tool_call>\r\n<function=note>\r\n<parameter=text>\r\na\r\nb\r\n</parameter>\r\n</function>\r\n</tool_call>',
    calls: [note({ text: 'a\r\nb' })],
  },
  {
    dialect: 'function',
    what: 'a fence, markup and an entity in a value',
    written:
      '<function=note>\n<parameter=text>\n```xml\n<tool_call>\n```\n<b>&amp; </i></b>\n</parameter>\n</function>',
    calls: [note({ text: '```xml\n<tool_call>\n```\n<b>&amp; </i></b>' })],
  },
  {
    dialect: 'function',
    what: "a value's closing tag inside the value",
    written: '<function=note><parameter=text>a </parameter> b</parameter>\n<parameter=count>1</parameter></function>',
    calls: [note({ text: 'a </parameter> b', count: 1 })],
  },
  {
    dialect: 'function',
    what: "a value's closing tag inside a JSON string",
    written: '<tool_call><function=note><parameter=data>{"a": "</parameter>"}</parameter></function></tool_call>',
    calls: [note({ data: { a: '</parameter>' } })],
  },
  {
    dialect: 'minimax',
    what: "a value's closing tag inside the value",
    written:
      '<minimax:tool_call><invoke name="note"><parameter name="text">a </parameter></parameter></invoke></minimax:tool_call>',
    calls: [note({ text: 'a </parameter>' })],
  },
  {
    dialect: 'dsml',
    what: 'closing tags inside JSON strings, and no text at all',
    written: `<${D}function_calls><${D}invoke name="note"><${D}parameter name="tags" string="false">["</${D}parameter>", "</${D}function_calls>"]</${D}parameter><${D}parameter name="text" string="true"></${D}parameter></${D}invoke></${D}function_calls>`,
    calls: [note({ tags: [`</${D}parameter>`, `</${D}function_calls>`], text: '' })],
  },
  {
    dialect: 'glm',
    what: "a value's closing tag inside a JSON string",
    written: '<tool_call>note\n<arg_key>tags</arg_key>\n<arg_value>["</arg_value>"]</arg_value>\n</tool_call>',
    calls: [note({ tags: ['</arg_value>'] })],
  },
  {
    dialect: 'json',
    what: 'the arguments before the name, a key twice, no ASCII',
    written: '<tool_call>\n{"arguments": {"text": "a", "text": "Zürich 北京 🌧"}, "name": "note"}\n</tool_call>',
    calls: [note({ text: 'Zürich 北京 🌧' })],
  },
  {
    dialect: 'generic',
    what: 'attributes without quotes',
    written: '<function_calls><invoke name=note><parameter name=text>a</parameter></invoke></function_calls>',
    calls: [note({ text: 'a' })],
  },
  {
    dialect: 'xml',
    what: 'an empty element for the arguments',
    written: '<tool_call><name>ping</name><arguments/></tool_call>',
    calls: [ping],
  },
  {
    dialect: 'json',
    what: 'thoughts before it',
    written: '<think>\nI could use <tool_call>.\n</think>\n\n<tool_call>\n{"name": "ping"}\n</tool_call>',
    calls: [ping],
    left: '<think>\nI could use <tool_call>.\n</think>\n\n',
  },
  {
    dialect: 'function',
    what: 'the opening tag left out, the closing one not',
    written: 'So:\n<function=ping>\n</function>\n</tool_call>\nDone </tool_call>',
    calls: [ping],
    left: 'So:\n\n\nDone </tool_call>',
  },
];

/** Wrappers that models leave out. */
const BARE: readonly Hard[] = [
  {
    dialect: 'minimax',
    what: 'no tag of the wrapper, another call behind it',
    written: 'So:\n<invoke name="note"><parameter name="text">a</parameter></invoke>\n<invoke name="ping"></invoke>\n',
    calls: [note({ text: 'a' }), ping],
    left: 'So:\n\n',
  },
  {
    dialect: 'generic',
    what: 'no tag of the wrapper, words behind it',
    written: 'So:\n<invoke name="note">\n<parameter name="text">a</parameter>\n</invoke>\n\nDone.',
    calls: [note({ text: 'a' })],
    left: 'So:\n\n\nDone.',
  },
  {
    dialect: 'generic',
    what: 'the opening tag left out',
    written: '<invoke name="ping"></invoke>\n</function_calls> so',
    calls: [ping],
    left: ' so',
  },
  {
    dialect: 'dsml',
    what: 'the opening tag left out',
    written: `<${D}invoke name="ping"></${D}invoke>\n</${D}function_calls> so`,
    calls: [ping],
    left: ' so',
  },
  {
    dialect: 'generic',
    what: 'no tag of the wrapper, and a call that is not whole',
    written: '<invoke name="note"><parameter name="text">a</parameter>',
    warning: /never closed by <\/invoke>/,
  },
  {
    dialect: 'generic',
    what: 'the opening tag left out, the closing one cut off',
    written: '<invoke name="ping"></invoke>\n</function_c',
    warning: /The reply ended inside a tool call/,
  },
];

/** The tag that closes a block left out before the next. */
const NEXT_BLOCK: readonly Hard[] = [
  {
    dialect: 'json',
    what: 'two blocks, the first not closed',
    written: '<tool_call>\n{"name": "note", "arguments": {"text": "a"}}\n<tool_call>\n{"name": "ping"}\n</tool_call>',
    calls: [note({ text: 'a' }), ping],
  },
  {
    dialect: 'function',
    what: 'two blocks, the first not closed',
    written:
      '<tool_call>\n<function=note>\n<parameter=text>\na\n</parameter>\n</function>\n<tool_call>\n<function=ping>\n</function>\n</tool_call>',
    calls: [note({ text: 'a' }), ping],
  },
];

/** Other things that models leave out, or that say no more than nothing. */
const LEFT_OUT: readonly Hard[] = [
  {
    dialect: 'glm',
    what: 'the opening tag of a value',
    written: '<tool_call>note<arg_key>text</arg_key>\na b</arg_value><arg_key>count</arg_key>3</arg_value></tool_call>',
    calls: [note({ text: 'a b', count: 3 })],
  },
  {
    dialect: 'json',
    what: 'arguments that are an empty text',
    written: '<tool_call>{"name": " ping ", "arguments": ""}</tool_call>',
    calls: [ping],
  },
  {
    dialect: 'json',
    what: 'a name of no characters',
    written: '<tool_call>{"name": " ", "arguments": {}}</tool_call>',
    warning: /has no "name"/,
  },
  {
    dialect: 'glm',
    what: 'a whole value',
    written: '<tool_call>note<arg_key>text</arg_key><arg_key>count</arg_key><arg_value>3</arg_value></tool_call>',
    warning: /<arg_value> was expected/,
  },
];

/** Closing tags of values that models leave out. */
const UNCLOSED: readonly Hard[] = [
  {
    dialect: 'function',
    what: 'no value closed',
    written:
      '<tool_call>\r\n<function=note>\r\n<parameter=text>\r\na\r\n\r\nb\r\n<parameter=count>\r\n3\r\n</function>\r\n</tool_call>\r\n',
    calls: [note({ text: 'a\r\n\r\nb', count: 3 })],
    left: '\r\n',
  },
  {
    dialect: 'function',
    what: 'no value closed, in one line',
    written: '<function=note><parameter=text>a<parameter=count>3</function>',
    calls: [note({ text: 'a', count: 3 })],
  },
  {
    dialect: 'function',
    what: 'a value not closed, of a tool nobody knows',
    written: '<function=other><parameter=a>\n1 <parameter=x>\n<parameter=b>\n2\n</parameter></function>',
    calls: [{ name: 'other', arguments: { a: '1 <parameter=x>', b: '2' } }],
  },
  {
    dialect: 'function',
    what: 'tags of fields that are given or that the tool has not in a value',
    written: '<function=note><parameter=text>a <parameter=text> <parameter=other> b</parameter></function>',
    calls: [note({ text: 'a <parameter=text> <parameter=other> b' })],
  },
  {
    dialect: 'minimax',
    what: 'no value closed',
    written:
      '<minimax:tool_call>\n<invoke name="note">\n<parameter name="text">a\n<parameter name="count">3\n</invoke>\n</minimax:tool_call>',
    calls: [note({ text: 'a', count: 3 })],
  },
  {
    dialect: 'dsml',
    what: 'a value not closed',
    written: `<${D}function_calls><${D}invoke name="note"><${D}parameter name="text" string="true">a<${D}parameter name="count" string="false">3</${D}parameter></${D}invoke></${D}function_calls>`,
    calls: [note({ text: 'a', count: 3 })],
  },
  {
    dialect: 'glm',
    what: 'no value closed',
    written:
      '<tool_call>note\n<arg_key>text</arg_key>\n<arg_value>a\n<arg_key>count</arg_key>\n<arg_value>3\n</tool_call>',
    calls: [note({ text: 'a', count: 3 })],
  },
  {
    dialect: 'function',
    what: 'the last value not closed, and more behind the call',
    written: '<function=note><parameter=text>a</function> so',
    warning: /The reply ended inside a tool call/,
  },
  {
    dialect: 'function',
    what: 'the last value not closed, and perhaps another call in it',
    written: '<function=note><parameter=text>a</function>\n<function=ping></function>',
    warning: /The reply ended inside a tool call/,
  },
];

/** Closing tags, those of the call too, in the strings of a value that is to be JSON. */
const IN_JSON: readonly Hard[] = [
  {
    dialect: 'function',
    what: 'a whole ending in a JSON string',
    written:
      '<tool_call><function=note><parameter=data>{"a": "</parameter></function></tool_call>"}</parameter></function></tool_call>',
    calls: [note({ data: { a: '</parameter></function></tool_call>' } })],
  },
  {
    dialect: 'generic',
    what: 'a whole ending in a JSON string',
    written:
      '<function_calls><invoke name="note"><parameter name="tags"> ["</parameter></invoke>", "\\""]</parameter></invoke></function_calls>',
    calls: [note({ tags: ['</parameter></invoke>', '"'] })],
  },
  {
    dialect: 'dsml',
    what: 'a whole ending in a JSON string, and in one that is text',
    written: `<${D}function_calls><${D}invoke name="note"><${D}parameter name="x" string="false">{"a": "</${D}parameter></${D}invoke></${D}function_calls>"}</${D}parameter><${D}parameter name="text" string="true">{"</${D}parameter></${D}invoke></${D}function_calls>`,
    calls: [note({ x: { a: `</${D}parameter></${D}invoke></${D}function_calls>` }, text: '{"' })],
  },
  {
    dialect: 'glm',
    what: 'a whole ending in a JSON string',
    written:
      '<tool_call>note\n<arg_key>data</arg_key>\n<arg_value>{"a": "</arg_value></tool_call>"}</arg_value>\n</tool_call>',
    calls: [note({ data: { a: '</arg_value></tool_call>' } })],
  },
  {
    dialect: 'function',
    what: 'JSON without end, another call behind it',
    written:
      '<function=note><parameter=data>{"a</parameter></function><function=note><parameter=data>{</parameter></function>',
    calls: [note({ data: '{"a' }), note({ data: '{' })],
  },
];

const ISSUES: readonly Hard[] = [
  {
    dialect: 'json',
    what: 'a bracket too few, another call behind it',
    written:
      '<tool_call>{"name": "note", "arguments": {"text": "a"}</tool_call> and <tool_call>{"name": "ping"}</tool_call>',
    calls: [ping],
    left: ' and ',
    warning: /its JSON is not closed/,
  },
  {
    dialect: 'json',
    what: 'a bracket too many',
    written: '<tool_call>{"name": "ping"}}</tool_call> so',
    calls: [ping],
    left: ' so',
    warning: /JSON or <\/tool_call> was expected/,
  },
  {
    dialect: 'json',
    what: 'a number that JSON cannot hand on',
    written: '<tool_call>{"name": "note", "arguments": {"count": [1e999]}}</tool_call>',
    warning: /a number is out of range/,
  },
  {
    dialect: 'dsml',
    what: 'a number that JSON cannot hand on',
    written: `<${D}function_calls><${D}invoke name="note"><${D}parameter name="count" string="false">1e999</${D}parameter></${D}invoke></${D}function_calls>`,
    warning: /count of note is no JSON: a number is out of range/,
  },
  {
    dialect: 'json',
    what: 'brackets without end',
    written: `<tool_call>{"name": "note", "arguments": {"tags": ${'['.repeat(5000)}${']'.repeat(5000)}}}</tool_call>`,
    warning: /nested more than 256 deep/,
  },
  {
    dialect: 'function',
    what: 'words behind a value, another call behind it',
    written:
      '<function=note><parameter=text>a</parameter> oops </function> and <function=note><parameter=text>b</parameter></function>',
    calls: [note({ text: 'b' })],
    left: ' and ',
    warning: /was expected behind <\/parameter>/,
  },
  {
    dialect: 'function',
    what: 'its own ending in a text, which would cut the text off',
    written:
      '<tool_call><function=note><parameter=text>Use </parameter></function> so</parameter></function></tool_call>.',
    left: '.',
    warning: /<function= was expected/,
  },
  {
    dialect: 'generic',
    what: 'its own ending in a text, which would cut the text off',
    written:
      '<function_calls><invoke name="note"><parameter name="text">Use </parameter></invoke> so</parameter></invoke></function_calls>.',
    left: '.',
    warning: /<invoke was expected/,
  },
  {
    dialect: 'function',
    what: 'the tag of a parameter that is not closed',
    written: '<function=note><parameter=text\na</parameter></function> so',
    left: ' so',
    warning: /> was expected/,
  },
  {
    dialect: 'glm',
    what: 'a value that is not closed, before a field that the tool has not',
    written:
      '<tool_call>note<arg_key>text</arg_key><arg_value>a<arg_key>other</arg_key><arg_value>3</arg_value></tool_call> so',
    left: ' so',
    warning: /text of note is not closed/,
  },
  {
    dialect: 'glm',
    what: 'a key that is not closed',
    written: '<tool_call>note\n<arg_key>text\n<arg_value>a</arg_value>\n</tool_call> so',
    left: ' so',
    warning: /<\/arg_key> was expected/,
  },
  {
    dialect: 'xml',
    what: 'no element for the arguments',
    written: '<tool_call><name>note</name><text>a</text></tool_call> so',
    left: ' so',
    warning: /<arguments> was expected/,
  },
  {
    dialect: 'minimax',
    what: 'prose about its tags',
    written: 'An <invoke name="note"> names its tool.',
    left: 'An <invoke name="note"> names its tool.',
  },
];

function read(dialect: DialectName, pieces: readonly string[]): Reading {
  const parser = dialects[dialect].createParser(TOOLS);
  const readings = [...pieces.map((piece) => parser.push(piece)), parser.end()];
  expect(parser.end()).toEqual({ text: '', calls: [], warnings: [] });
  return {
    text: readings.map(({ text }) => text).join(''),
    calls: readings.flatMap(({ calls }) => calls),
    warnings: readings.flatMap(({ warnings }) => warnings),
  };
}

describe.each([...VALUES, ...BARE, ...NEXT_BLOCK, ...LEFT_OUT, ...UNCLOSED, ...IN_JSON, ...ISSUES])(
  '$dialect: $what',
  ({ dialect, written, calls = [], left = '', warning }) => {
    it('is read', () => {
      const reading = read(dialect, [written]);
      expect(reading).toMatchObject({ calls, text: left });
      expect(reading.warnings).toEqual(warning ? [expect.stringMatching(warning)] : []);
      expect(parseToolCalls(written, TOOLS)).toEqual(reading);
    });

    it('is read, cut anywhere', () => {
      const whole = read(dialect, [written]);
      for (let at = 0; at < Math.min(written.length, 600); at += 1) {
        expect(read(dialect, [written.slice(0, at), written.slice(at)])).toEqual(whole);
      }
      expect(read(dialect, written.split(''))).toEqual(whole);
    });
  },
);

const CALL = '<tool_call>{"name": "ping"}</tool_call>';

describe('a thought in the text', () => {
  it.each([
    ['is text, calls too', `<think>I could ${CALL}</think>\n`, ''],
    ['may have a code fence that is never closed', '\n<think>\n```\n</think>', ''],
    ['may have a call that is not whole', '<think><tool_call>{</think>', ''],
    ['may follow another', `<think>${CALL}</think><thinking>${CALL}</thinking>`, ''],
    ['ends once', '<think>`</think>', '`</think>'],
  ])('%s', (_what, thought, behind) => {
    const text = `${thought}${CALL}${behind}`;
    for (const pieces of [[text], text.split('')]) {
      expect(read('json', pieces)).toEqual({ text: thought + behind, calls: [ping], warnings: [] });
    }
  });

  it('that is never closed is all there is', () => {
    expect(read('json', [`<think>I could ${CALL}`])).toEqual({
      text: `<think>I could ${CALL}`,
      calls: [],
      warnings: [],
    });
  });

  it.each([
    ['behind it', `Hm. ${CALL}${CALL}</think>\n${CALL}`, [ping], 2],
    ['before two ends', `${CALL}</think>${CALL}</think>${CALL}`, [ping], 2],
    ['nowhere but in it', `Hm. ${CALL}</think>Well.`, [], 1],
    ['behind one without calls', `Hm.</think>${CALL}`, [ping], undefined],
    ['beside its end in inline code', `${CALL}\`</think>\``, [ping], undefined],
    [
      'with its end in an argument',
      '<tool_call>{"name":"ping","arguments":{"a":"</think>"}}</tool_call>',
      [{ ...ping, arguments: { a: '</think>' } }],
      undefined,
    ],
  ])('of which only the end is told holds no calls: %s', (_where, text, calls, thought) => {
    expect(parseToolCalls(text, TOOLS).calls).toEqual(calls);
    for (const pieces of [[text], text.split('')]) {
      const parser = dialects.json.createParser(TOOLS);
      const readings = [...pieces.map((piece) => parser.push(piece)), parser.end()];
      expect(readings.findLast((reading) => reading.thought !== undefined)?.thought).toBe(thought);
      expect(readings.flatMap((reading) => reading.calls).slice(thought)).toEqual(calls);
    }
  });
});

const LINES = '<tool_call>\n{"name": "ping"}\n</tool_call>';

describe('code', () => {
  it.each([
    ['a fence in a list', `- so:\n\n    \`\`\`xml\n    ${CALL}\n    \`\`\`\n`],
    ['a fence that begins an item', `1. \`\`\`\n   ${CALL}\n   \`\`\`\n`],
    ['a fence in a quote', `> \`\`\`\n> ${CALL}\n> \`\`\`\n`],
    ['a fence behind a tab', `\t~~~\n\t${CALL}\n\t~~~\n`],
    ['inline code over several lines', `Write \`${LINES}\` so.`],
    ['inline code over several lines, to the end', `Write \`\`${LINES}\`\``],
  ])('%s is text', (_what, text) => {
    for (const pieces of [[text], text.split('')]) {
      expect(read('json', pieces)).toEqual({ text, calls: [], warnings: [] });
    }
  });

  it.each([
    ['behind a fence in a list', `- \`\`\`\n  x\n  \`\`\`\n${CALL}`, '- ```\n  x\n  ```\n'],
    ['behind ticks that nothing closes', `\`${LINES} so`, '` so'],
    ['behind ticks that nothing closes, at the end', `\`${LINES}`, '`'],
    ['between ticks of other lengths', `\`${LINES}\`\` so`, '``` so'],
  ])('ends: a call %s is one', (_where, text, left) => {
    for (const pieces of [[text], text.split('')]) {
      expect(read('json', pieces)).toEqual({ text: left, calls: [ping], warnings: [] });
    }
  });
});
