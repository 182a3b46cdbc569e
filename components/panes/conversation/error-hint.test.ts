import { describe, expect, it } from 'vitest';
import { errorHint } from './error-hint';

describe('errorHint', () => {
  it.each([
    ['NOT_FOUND', true, 'another browser'],
    ['NETWORK_ERROR', true, 'reach the provider'],
    ['NETWORK_ERROR', false, 'has no network'],
  ])('%s, online %s', (code, online, words) => expect(errorHint(code, online)).toContain(words));

  it('says nothing where the error does', () => expect(errorHint('OVERLOADED', true)).toBeUndefined());
});
