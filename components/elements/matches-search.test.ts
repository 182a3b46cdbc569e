import { expect, it } from 'vitest';
import { matchesSearch } from './matches-search';

it.each([
  ['Too many calls: rate limit', 'rate limit', true],
  ['Too many calls: rate limit', 'LIMIT many', true],
  ['Wrong arguments, and validation', 'valdation', true],
  ['Wrong arguments, and validation', 'vldtn', false],
  ['Sub-agents in parallel', 'paralel', true],
  ['Reads a file', 'red', false],
  ['参数校验', '校验', true],
  ['参数校验', '权限', false],
  ['anything', '', true],
])('in “%s”, “%s” is found: %s', (text, search, found) => {
  expect(matchesSearch(text, search)).toBe(found);
});
