import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns, patience } from '@/lib/tools/testing/cases';
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

  it(
    'calls every beginning of a JSON text partial, or complete where a number may end',
    () => {
      const whole = fc
        .tuple(fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t'), fc.boolean())
        .map(([value, indent, escaped]) => {
          const text = JSON.stringify(value, null, indent);
          return escaped ? text.replace(/[^\x20-\x7e\n\t]/g, escapeUnit) : text;
        });
      fc.assert(
        fc.property(whole, fc.nat(), (text, cut) => {
          const end = cut % text.length;
          const { state } = parsePartialJson(text.slice(0, end));
          const number = /^\s*-?\d/.test(text);
          if (state !== 'partial')
            expect([text.slice(0, end), state, number]).toEqual([text.slice(0, end), 'complete', true]);
          expect(parsePartialJson(text)).toEqual({ state: 'complete', value: JSON.parse(text) });
        }),
        { seed: 7, numRuns: numRuns(500) },
      );
    },
    patience.timeout,
  );

  it('calls a text invalid from its first wrong character on', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('}', ']', ' x', ' {'), (value, tail) => {
        const text = JSON.stringify({ value });
        expect(parsePartialJson(text + tail).state).toBe('invalid');
      }),
      { seed: 7, numRuns: numRuns(500) },
    );
  });
});

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
