import { expect, it } from 'vitest';
import { longTests } from './long-tests.mjs';

it.each([
  ['reads the variable', 'lib/agent/kills.test.ts', true],
  ['imports what reads it', 'lib/schema/agreement.test.ts', true],
  ['is the same in each run', 'lib/protocol/fold.test.ts', false],
])('a test that %s', (_, file, runs) => {
  expect(longTests().includes(file)).toBe(runs);
});
