import { ToolMessageSchema } from '@ag-ui/core/schemas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import { ERROR_CODES, RESULT_METADATA_LIMIT, RESULT_TEXT_LIMIT } from '@/lib/protocol';
import { cutText, fromToolMessage, toToolMessage, type ResolvedResult } from './result';

const bytes = (text: string) => new TextEncoder().encode(text).length;

const result: fc.Arbitrary<ResolvedResult> = fc.record(
  {
    success: fc.boolean(),
    text: fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 1, max: 90_000 }).map((n) => 'é😀x'.repeat(n / 3)),
    ),
    error: fc.constantFrom(...ERROR_CODES),
    summary: fc.string(),
    details: fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant('d'.repeat(70_000)))),
    structuredContent: fc.oneof(fc.jsonValue(), fc.bigInt()),
    issues: fc.array(
      fc.record({
        path: fc.string(),
        expected: fc.string(),
        received: fc.string(),
        message: fc.constant('m'.repeat(9_000)),
      }),
      { maxLength: 12 },
    ),
    diff: fc.record({
      path: fc.string(),
      change: fc.constant('modify' as const),
      patch: fc.integer({ min: 0, max: 100_000 }).map((n) => '+'.repeat(n)),
      added: fc.nat(),
      removed: fc.nat(),
    }),
  },
  { requiredKeys: ['success', 'text'] },
);

describe('a result on the wire', () => {
  it('fits the limits and keeps what a model and the loop decide by', patience, () => {
    fc.assert(
      fc.property(result, (original) => {
        const message = toToolMessage('m', 'c', original);
        const back = fromToolMessage(ToolMessageSchema.parse(JSON.parse(JSON.stringify(message))));
        expect(bytes(back.text)).toBeLessThanOrEqual(RESULT_TEXT_LIMIT);
        expect(bytes(JSON.stringify(message.metadata?.toolyard))).toBeLessThanOrEqual(RESULT_METADATA_LIMIT);
        expect([back.success, back.error, message.error]).toEqual([original.success, original.error, original.error]);
      }),
      { numRuns: numRuns(100), seed: 3 },
    );
  });

  it('comes back as it went where it is small', () => {
    const original: ResolvedResult = {
      success: false,
      text: 'No.',
      error: 'GATE_DENIED',
      denial: { source: 'person', reason: 'not now' },
      issues: [],
      timings: { queuedAt: 1, startedAt: 2, endedAt: 3 },
    };
    expect(fromToolMessage(toToolMessage('m', 'c', original))).toEqual(original);
  });

  it('carries images beside the text, and back', () => {
    const original: ResolvedResult = {
      success: true,
      text: 'A picture.',
      content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
    };
    const message = toToolMessage('m', 'c', original);
    expect(fromToolMessage(message)).toEqual(original);
    expect(message.content).toEqual([
      { type: 'text', text: 'A picture.' },
      { type: 'image', source: { type: 'data', value: 'AA==', mimeType: 'image/png' } },
    ]);
  });

  it.each([
    ['a foreign success', { content: 'fine' }, { success: true, text: 'fine' }],
    ['a foreign failure', { content: 'bad', error: 'oops' }, { success: false, text: 'bad' }],
    [
      'damaged metadata',
      { content: 'fine', metadata: { toolyard: { success: 'yes' } } },
      { success: true, text: 'fine' },
    ],
  ])('reads %s', (_name, part, expected) => {
    expect(fromToolMessage({ id: 'm', role: 'tool', toolCallId: 'c', ...part })).toEqual(expected);
  });
});

describe('cutText', () => {
  it('keeps head and tail, cuts no character in two, and says what is missing', () => {
    const cut = cutText(`head${'😀'.repeat(1000)}tail`, 400);
    expect(cut).toMatch(/^head(😀)+\n\[… \d+ bytes left out …\]\n(😀)+tail$/u);
    expect(bytes(cut)).toBeLessThanOrEqual(400);
  });
});
