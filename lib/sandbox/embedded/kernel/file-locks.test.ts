import { expect, test } from 'vitest';
import { FileLocks } from './file-locks';

const [one, two] = [{}, {}];

test('a lock is held by one process, until it lets go or ends', () => {
  const locks = new FileLocks();
  expect(locks.take(one, '/l', false)).toBe(true);
  expect(locks.take(one, '/l', false)).toBe(true);
  expect(locks.take(two, '/l', false)).toBe(false);
  expect(locks.take(two, '/l', true)).toBe(false);
  expect(locks.take(two, '/other', false)).toBe(true);
  locks.release(one, '/l');
  expect(locks.take(two, '/l', false)).toBe(true);
  locks.releaseAll(two);
  expect(locks.take(one, '/l', false)).toBe(true);
  expect(locks.take(one, '/other', false)).toBe(true);
});

test('those who share hold it together, and keep out who wants it alone', () => {
  const locks = new FileLocks();
  expect(locks.take(one, '/l', true)).toBe(true);
  expect(locks.take(two, '/l', true)).toBe(true);
  expect(locks.take(one, '/l', false)).toBe(false);
  locks.release(two, '/l');
  expect(locks.take(one, '/l', false)).toBe(true);
  expect(locks.take(two, '/l', true)).toBe(false);
});
