const VALUES = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(10_000),
  [],
  {},
  [[]],
  [null],
  ['a'],
  { length: -1 },
];
const FIELDS = [
  'threadId',
  'runId',
  'messages',
  'tools',
  'context',
  'state',
  'forwardedProps',
  'resume',
  'protocolVersion',
];
const user = { id: 'u', role: 'user', content: 'Hi' };

/** @param {object} [more] */
const input = (more) => ({
  threadId: 't',
  runId: 'r',
  messages: [user],
  tools: [],
  context: [],
  state: {},
  forwardedProps: {},
  ...more,
});

/** Two hundred malformed or malicious bodies for `POST /api/agent`, as text. @returns {string[]} */
export function oddInputs() {
  const one = FIELDS.flatMap((field) => VALUES.map((value) => JSON.stringify(input({ [field]: value }))));
  const parts = ['id', 'role', 'content', 'toolCallId', 'toolCalls', 'name'];
  const messages = parts.flatMap((part) =>
    VALUES.slice(0, 10).map((value) => JSON.stringify(input({ messages: [{ ...user, [part]: value }] }))),
  );
  const texts = [
    '',
    'null',
    '[]',
    '"text"',
    '{"threadId"',
    '['.repeat(100_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    JSON.stringify(input({ messages: Array.from({ length: 50_000 }, (_, id) => ({ ...user, id: String(id) })) })),
    JSON.stringify(
      input({ tools: Array.from({ length: 10_000 }, (_, n) => ({ name: `t${n}`, description: '', parameters: {} })) }),
    ),
    JSON.stringify(input({ tools: [{ name: '__proto__', description: '', parameters: { type: 'constructor' } }] })),
    JSON.stringify(input({ forwardedProps: { toolyard: { preset: 'nobody', model: '__proto__' } } })),
  ];
  return [...one, ...messages, ...texts];
}
