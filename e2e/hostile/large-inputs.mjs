// Requests as large as are taken, or a little larger, each of another shape. Whatever a turn of the event loop does with one of them, it must not
// be all at once.
const BYTES = 15_000_000;
/** Of one message. */
const MOST = 990_000;
const WIDE = '漢字\u0001"\n';
const NAMES = 1_000;
/** @param {string} of @param {number} length */
const text = (of, length) => of.repeat(Math.ceil(length / of.length)).slice(0, length);
/** @param {number} length @param {(n: number) => unknown} of */
const list = (length, of) => Array.from({ length }, (_, n) => of(n));

/** @param {string} id @param {object} more */
const user = (id, more) => ({ id, role: 'user', ...more });
const call = (/** @type {string} */ id, args) => ({
  id,
  type: 'function',
  function: { name: 'Echo', arguments: args },
});
const tool = { name: 'Echo', description: 'Says it again.', parameters: { type: 'object' } };
/** A schema of about so many bytes. @param {number} bytes */
const schema = (bytes) => ({
  type: 'object',
  properties: Object.fromEntries(
    list(Math.ceil(bytes / 100), (n) => [`field${n}`, { type: 'string', description: text('what it is for ', 50) }]),
  ),
});
/** A history that others go on from. @param {string} args @param {object} [result] */
const called = (args, result) => [
  user('u', { content: 'Hi' }),
  { id: 'a', role: 'assistant', toolCalls: [call('c', args)] },
  ...(result ? [{ id: 'r', role: 'tool', toolCallId: 'c', content: 'done', ...result }] : []),
  user('v', { content: 'Go on.' }),
];
const piece = { type: 'text', at: 0, delta: 'word ' };
/** @param {object[]} pieces */
const cassette = (pieces) => ({
  toolyard: 'cassette',
  version: 1,
  title: 't',
  recordedAt: '2026-01-01T00:00:00Z',
  options: {},
  entries: [
    { kind: 'said', text: 'Hi' },
    ...list(Math.ceil(pieces.length / 1_000), (n) => ({
      kind: 'turn',
      model: 'm',
      stop: 'end',
      usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
      durationMs: 1,
      pieces: pieces.slice(n * 1_000, n * 1_000 + 1_000),
    })),
  ],
});

/** @returns {[name: string, body: { forwardedProps?: { toolyard?: object } }][]} */
export const largeInputs = () => [
  ['15 long messages of a person', { messages: list(15, (n) => user(`${n}`, { content: text('x', 999_000) })) }],
  [
    '15 long messages of both',
    {
      messages: list(15, (n) => ({
        id: `${n}`,
        role: n % 2 ? 'assistant' : 'user',
        content: text('x', 999_000),
      })),
    },
  ],
  ['20,000 messages', { messages: list(20_000, (n) => user(`${n}`, { content: text('what ', 700) })) }],
  ['wide text', { messages: list(8, (n) => user(`${n}`, { content: text(WIDE, 600_000) })) }],
  [
    '1,000 parts of one message',
    { messages: [user('u', { content: list(1_000, () => ({ type: 'text', text: text('x', 990) })) })] },
  ],
  [
    'a picture',
    {
      messages: [
        user('u', {
          content: [
            { type: 'image', source: { type: 'data', value: text('QUJD', BYTES), mimeType: 'image/png' } },
            { type: 'text', text: 'What is this?' },
          ],
        }),
      ],
    },
  ],
  ['long arguments', { messages: called(JSON.stringify({ text: text('x', MOST) }), {}) }],
  ['long arguments without result', { messages: called(JSON.stringify({ text: text('x', MOST) })) }],
  ['deep arguments', { messages: called(text('[{"a":', MOST), {}) }],
  ['many arguments', { messages: called(`[${text('1,', MOST)}1]`, {}) }],
  [
    '15 calls',
    {
      messages: [
        user('u', { content: 'Hi' }),
        { id: 'a', role: 'assistant', toolCalls: list(15, (n) => call(`c${n}`, text('{"a":"x"}', 600_000))) },
        ...list(15, (n) => ({ id: `r${n}`, role: 'tool', toolCallId: `c${n}`, content: 'done' })),
        user('v', { content: 'Go on.' }),
      ],
    },
  ],
  [
    '10,000 calls',
    {
      messages: [
        user('u', { content: 'Hi' }),
        ...list(10, (m) => ({
          id: `a${m}`,
          role: 'assistant',
          toolCalls: list(1_000, (n) => call(`c${m}.${n}`, '{}')),
        })),
        ...list(10_000, (n) => ({
          id: `r${n}`,
          role: 'tool',
          toolCallId: `c${Math.floor(n / 1_000)}.${n % 1_000}`,
          content: 'done',
        })),
        user('v', { content: 'Go on.' }),
      ],
    },
  ],
  ['metadata', { messages: called('{}', { metadata: { toolyard: { success: true, details: text('x', BYTES) } } }) }],
  [
    'metadata of many values',
    { messages: called('{}', { metadata: { toolyard: { details: list(150_000, (n) => `value ${n}`) } } }) },
  ],
  [
    'a sealed thought',
    {
      messages: [
        user('u', { content: 'Hi' }),
        { id: 'r', role: 'reasoning', content: '', encryptedValue: text('x', MOST) },
        { id: 'a', role: 'assistant', content: 'Hi' },
        user('v', { content: 'Go on.' }),
      ],
    },
  ],
  ['long ids', { messages: list(15, (n) => user(`${n}${text('i', 990_000)}`, { content: 'Hi' })) }],
  ['2,000 tools', { tools: list(2_000, (n) => ({ ...tool, name: `Echo${n}`, parameters: schema(1_500) })) }],
  ['many fields of one tool', { tools: [{ ...tool, parameters: schema(3_900_000) }] }],
  ['a long description', { tools: [{ ...tool, description: text('what it does ', BYTES / 4) }] }],
  ['1,000 contexts', { context: list(NAMES, () => ({ description: 'd', value: text('x', 3_900) })) }],
  ['a long context', { context: [{ description: 'd', value: text('what ', BYTES / 4) }] }],
  ['a large state', { state: { list: list(150_000, (n) => `value ${n} ${text('x', 80)}`) } }],
  ['other properties', { forwardedProps: { other: list(150_000, (n) => `value ${n} ${text('x', 80)}`) } }],
  ['a cassette', { forwardedProps: { toolyard: { cassette: cassette(list(45_000, () => piece)) } } }],
  [
    'a cassette of long pieces',
    {
      forwardedProps: { toolyard: { cassette: cassette(list(1_000, () => ({ ...piece, delta: text('x', 14_900) }))) } },
    },
  ],
  [
    '1,000 answers',
    { resume: list(NAMES, (n) => ({ interruptId: `${n}`, status: 'cancelled', payload: text('x', 3_900) })) },
  ],
];
