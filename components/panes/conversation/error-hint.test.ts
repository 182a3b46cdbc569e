import { describe, expect, it } from 'vitest';
import { errorHint } from './error-hint';

describe('errorHint', () => {
  it.each([
    ['NOT_FOUND', true, 'notFound'],
    ['NETWORK_ERROR', true, 'serverOffline'],
    ['NETWORK_ERROR', false, 'offline'],
  ])('%s, online %s', (code, online, words) => expect(errorHint(code, online)).toBe(words));

  it('says nothing where the error does', () => expect(errorHint('OVERLOADED', true)).toBeUndefined());
});
