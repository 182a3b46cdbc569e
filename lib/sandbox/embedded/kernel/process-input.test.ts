import { expect, it } from 'vitest';
import { ProcessInput } from './process-input';

type Part = string | null;

/** What one heir reads that inherits between `before` and `after`. */
function inherited(before: readonly Part[], after: readonly Part[]): Part[] {
  const input = new ProcessInput();
  const read: Part[] = [];
  for (const part of before) input.write(part);
  input.bequeath({ write: (text) => void read.push(text) });
  for (const part of after) input.write(part);
  return read;
}

it.each<[before: Part[], after: Part[], read: Part[]]>([
  [[], ['a', 'b', null], ['a', 'b', null]],
  [
    ['a', 'b'],
    ['c', null],
    ['ab', 'c', null],
  ],
  [['a', null], [], ['a', null]],
  [[null], [], [null]],
])('an heir reads the input from its beginning: after %j and then %j', (before, after, read) => {
  expect(inherited(before, after)).toEqual(read);
});

it('tells nothing to who is no heir any more', () => {
  const input = new ProcessInput();
  const read: Part[] = [];
  const heir = { write: (text: Part) => void read.push(text) };
  input.bequeath(heir);
  input.disinherit(heir);
  input.write('a');
  expect(read).toEqual([]);
});

it.each(['before', 'after'])('is read as a whole by who asks %s its end', (when) => {
  const input = new ProcessInput();
  const read: string[] = [];
  const ask = () => input.whole((text) => void read.push(text));
  input.write('a');
  if (when === 'before') ask();
  input.write('b');
  input.write(null);
  if (when === 'after') ask();
  expect(read).toEqual(['ab']);
});

it('knows how much of it has been read', () => {
  const input = new ProcessInput();
  input.write('abc');
  expect(input.taken).toBe(0);
  input.part(() => undefined);
  input.write('de');
  expect(input.taken).toBe(3);
  input.flow();
  input.write('f');
  expect(input.taken).toBe(6);
});

it('counts what a child has inherited as read', () => {
  const input = new ProcessInput();
  input.write('abc');
  input.bequeath({ write: () => undefined });
  expect(input.taken).toBe(3);
});
