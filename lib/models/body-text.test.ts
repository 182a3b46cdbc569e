import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodyText } from './body-text';

const part = fc.dictionary(fc.string(), fc.jsonValue());

it('says what JSON.stringify says, also when parts are sent again', () => {
  fc.assert(
    fc.property(part, fc.array(part), fc.option(fc.array(part), { nil: undefined }), (rest, messages, tools) => {
      const body = { ...rest, messages, ...(tools && { tools }) };
      for (const sent of [body, { ...body, messages: [...messages, { role: 'user' }] }, body])
        expect(JSON.parse(bodyText(sent))).toEqual(JSON.parse(JSON.stringify(sent)));
    }),
  );
});

it('serializes a message and a list of tools once', () => {
  let times = 0;
  const counted = { toJSON: () => (times += 1) };
  const tools = [counted];
  for (const more of [[], [{}]]) bodyText({ messages: [counted, ...more], tools });
  expect(times).toBe(2);
});
