import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePartialJson } from './partial-json';

describe('parsePartialJson', () => {
  it.each([
    ['{"a": 1}', { state: 'complete', value: { a: 1 } }],
    ['', { state: 'partial' }],
    ['  ', { state: 'partial' }],
    ['{', { state: 'partial', value: {} }],
    ['{"file_path": "src/ca', { state: 'partial', value: { file_path: 'src/ca' } }],
    ['{"a": [1, 2', { state: 'partial', value: { a: [1, 2] } }],
    ['{"a": tru', { state: 'partial', value: { a: true } }],
    ['{"a": 1} x', { state: 'invalid' }],
    ['{"a": nope, "b": 1', { state: 'invalid' }],
    ['}', { state: 'invalid' }],
    ['{a: 1', { state: 'invalid' }],
  ])('%j is %j', (text, expected) => {
    expect(parsePartialJson(text)).toEqual(expected);
  });

  it('gives up on text nested too deep', () => {
    expect(parsePartialJson('['.repeat(200_000))).toEqual({ state: 'invalid' });
  });

  it('calls no beginning of valid JSON invalid', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        expect(parsePartialJson(text.slice(0, cut % text.length)).state).not.toBe('invalid');
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
