import { describe, expect, it } from 'vitest';
import { errorHint } from './error-hint';

describe('errorHint', () => {
  it.each([
    ['NOT_FOUND', true, false, 'notFound'],
    ['NETWORK_ERROR', true, true, 'serverOffline'],
    ['NETWORK_ERROR', false, true, 'offline'],
    ['NETWORK_ERROR', false, false, 'goesOn'],
  ])('%s, online %s, of a run %s', (code, online, ofRun, words) =>
    expect(errorHint({ code }, online, ofRun)).toBe(words),
  );

  it('does not say that a thread goes on that was stopped', () =>
    expect(errorHint({ code: 'NETWORK_ERROR', stop: true }, false, true)).toBe('stopsThen'));

  it('says nothing where the error does', () => expect(errorHint({ code: 'OVERLOADED' }, true, true)).toBeUndefined());
});
