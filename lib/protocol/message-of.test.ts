import { expect, it } from 'vitest';
import { messageOf } from './message-of';

class Nameless extends Error {
  override name = 'Nameless';
}

const hostile = {
  toString() {
    throw new Error('not even this');
  },
};

it.each([
  [new Error('no such file'), 'no such file'],
  [new Nameless(''), 'Nameless'],
  ['a text', 'a text'],
  [undefined, 'undefined'],
  [{ code: 'ENOENT' }, '[object Object]'],
  [Object.create(null), 'something was thrown that cannot be shown'],
  [hostile, 'something was thrown that cannot be shown'],
])('says what was thrown: %#', (thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
});
