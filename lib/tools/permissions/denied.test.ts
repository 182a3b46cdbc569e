import { describe, expect, it } from 'vitest';
import { denied } from './denied';

describe('denied', () => {
  it.each([
    ['abc', 'Not run: abc. Try less.'],
    ['Not now!', 'Not run: Not now! Try less.'],
    ['He said “no.”', 'Not run: He said “no.” Try less.'],
  ])('a reason ends before the hint begins: %s', (reason, text) => {
    expect(denied({ source: 'person', reason, hint: 'Try less.' }).text).toBe(text);
  });
});
