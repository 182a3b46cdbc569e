import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodyText, Steps } from './body-text';

const part = fc.dictionary(fc.string(), fc.jsonValue());

it('says what JSON.stringify says, also when parts are sent again', async () => {
  await fc.assert(
    fc.asyncProperty(
      part,
      fc.array(part),
      fc.option(fc.array(part), { nil: undefined }),
      async (rest, messages, tools) => {
        const body = { ...rest, messages, ...(tools && { tools }) };
        for (const sent of [body, { ...body, messages: [...messages, { role: 'user' }] }, body])
          expect(JSON.parse(await bodyText(sent, new Steps({})))).toEqual(JSON.parse(JSON.stringify(sent)));
      },
    ),
  );
});

it.each<[what: string, given: string, sent: string]>([
  ['half a character', 'a\ud83d', 'a\ufffd'],
  ['both halves the wrong way round', '\ude00\ud83d', '\ufffd\ufffd'],
  ['a whole one', '😀', '😀'],
  ['what only looks like half of one', '\\ud83d \\\\ud83d', '\\ud83d \\\\ud83d'],
])('sends %s as providers take it', async (_what, given, sent) => {
  const bodyOf = (text: string, long: string) => ({
    system: text,
    messages: [{ [text]: [text] }, { content: text + long }],
    tools: [{ description: text }],
  });
  for (const long of ['', 'x'.repeat(2_000_000)]) {
    expect(JSON.parse(await bodyText(bodyOf(given, long), new Steps({})))).toEqual(bodyOf(sent, long));
  }
});

it('serializes a message and a list of tools once', async () => {
  let times = 0;
  const counted = { toJSON: () => (times += 1) };
  const tools = [counted];
  for (const more of [[], [{}]]) await bodyText({ messages: [counted, ...more], tools }, new Steps({}));
  expect(times).toBe(2);
});

it.each<[string, object]>([
  ['a picture', { role: 'user', content: [{ image: 'A'.repeat(5_000_001), more: undefined, last: null }] }],
  ['text of several units and quotes', { content: `-"-${'😀\\ud800\n'.repeat(600_000)}`, '"odd"': [undefined, {}] }],
  [
    'many parts',
    { content: Array.from({ length: 20_000 }, (_, n) => ({ type: 'text', text: 'what '.repeat(20), n })) },
  ],
])('serializes %s in steps, between which other work runs', async (_what, message) => {
  let pauses = 0;
  const text = await bodyText({ messages: [message] }, new Steps({ pause: async () => void (pauses += 1) }));
  expect(text === JSON.stringify({ messages: [message] })).toBe(true);
  expect(pauses).toBeGreaterThan(0);
});

it('ends where it pauses once it is aborted', async () => {
  const abort = new AbortController();
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    abort.abort('stopped');
  };
  const body = { messages: [{ content: 'A"'.repeat(10_000_000) }] };
  await expect(bodyText(body, new Steps({ pause, signal: abort.signal }))).rejects.toBe('stopped');
  expect(pauses).toBe(1);
});
