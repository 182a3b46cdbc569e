import { expect, it } from 'vitest';
import { INPUT_WINDOW, MAX_INPUT_CHARS } from '../protocol/limits';
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
  input.disinherit(heir, 0);
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

it('leaves the rest to whoever reads after a child that inherited it', () => {
  const input = new ProcessInput();
  const heir = { write: () => undefined };
  input.write('abc');
  input.bequeath(heir);
  input.disinherit(heir, 2);
  expect(input.taken).toBe(2);
  const read: string[] = [];
  input.part((text) => void read.push(text));
  expect(read).toEqual(['c']);
});

it('takes more than it may keep, as long as it is read', () => {
  const told: number[] = [];
  let floods = 0;
  const input = new ProcessInput(
    () => (floods += 1),
    (taken) => told.push(taken),
  );
  const part = 'x'.repeat(INPUT_WINDOW);
  const parts = MAX_INPUT_CHARS / part.length + 1;
  for (let at = 0; at < parts; at += 1) {
    input.write(part);
    input.took(part.length);
  }
  expect([floods, told.at(-1)]).toEqual([0, parts * part.length]);
  for (let at = 0; at < parts; at += 1) input.write(part);
  expect(floods).toBeGreaterThan(0);
});

it('passes on everything once, but for what an heir has read', () => {
  const input = new ProcessInput();
  const given: unknown[] = [];
  const pass = () => input.pass((part) => void given.push(part));
  const heir = { write: () => undefined };
  input.write('ab');
  pass();
  input.hasRead(2);
  input.write('cd');
  pass();
  input.bequeath(heir);
  input.write('efgh');
  input.disinherit(heir, 4);
  input.write(null);
  pass();
  pass();
  expect(given).toEqual([{ text: 'ab' }, { text: 'cd' }, { text: 'gh', at: 6 }, { text: null }]);
});

it('bequeaths nothing that flowed to the program', () => {
  const input = new ProcessInput();
  input.write('a');
  input.flow();
  input.pass(() => undefined);
  input.write('b');
  const read: Part[] = [];
  input.bequeath({ write: (text) => void read.push(text) });
  expect(read).toEqual(['b']);
});

it('tells what heirs have read that ended', () => {
  const told: number[] = [];
  const input = new ProcessInput(undefined, (taken) => told.push(taken));
  const heir = { write: () => undefined };
  input.write('x'.repeat(INPUT_WINDOW));
  input.bequeath(heir);
  input.disinherit(heir, INPUT_WINDOW);
  expect(told).toEqual([INPUT_WINDOW]);
});

it('leaves what was put back to the next reader', () => {
  const input = new ProcessInput();
  input.write('one\ntwo\n');
  input.part(() => undefined);
  input.putBack(4);
  expect(input.taken).toBe(4);
  const read: Part[] = [];
  input.bequeath({ write: (text) => void read.push(text) });
  expect(read).toEqual(['two\n']);
});
