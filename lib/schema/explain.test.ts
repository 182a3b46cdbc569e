import { expect, it } from 'vitest';
import { z } from 'zod';
import { explain } from './explain';
import { validate } from './validate';

it('tells the model every issue and what to do', () => {
  const checked = validate(z.strictObject({ file_path: z.string() }), { Path: 'src/cart.ts' });
  expect(checked.ok ? '' : explain(checked.issues)).toBe(
    [
      'The arguments are not valid (2 issues), so the call was not run.',
      '1. $.file_path: required, but missing. Add `file_path`. You sent `Path`; did you mean `file_path`?',
      '2. $.Path: unknown, received "src/cart.ts". Remove the unknown field `Path`.',
      'Correct the arguments and make the call again.',
    ].join('\n'),
  );
});

it('counts what would be too long to tell', () => {
  const issue = { path: '$.a', expected: 'string', received: '1', message: 'Send `a` as a string.' };
  const text = explain(Array.from({ length: 25 }, () => issue));
  expect(text).toContain('25 issues');
  expect(text).toContain('… and 5 more.');
});
