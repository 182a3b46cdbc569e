import type { ToolMessage } from '@ag-ui/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESULT_METADATA_LIMIT, RESULT_TEXT_LIMIT } from '@/lib/protocol';
import { cutResult, cutForLog } from './validate-input';

const size = (value: unknown): number =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
const message = (more: Partial<ToolMessage>): ToolMessage => ({
  id: 'r',
  role: 'tool',
  toolCallId: 'c',
  content: 'ok',
  ...more,
});

const character = fc.constantFrom('a', ' ', 'é', '漢', '😀');

describe('cutText', () => {
  it('leaves what fits and keeps the rest within the limit, whole characters only', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 400 }), fc.integer({ min: 120, max: 300 }), (text, limit) => {
        const cut = cutForLog(text, limit);
        expect(size(cut)).toBeLessThanOrEqual(limit);
        if (size(text) <= limit) expect(cut).toBe(text);
        else expect(text.startsWith(cut.slice(0, cut.lastIndexOf('\n[')))).toBe(true);
      }),
      { seed: 3 },
    );
  });

  it('takes no longer where much of it is no text', () => {
    const began = performance.now();
    const cut = cutForLog(`${'\uFFFD'.repeat(20_000)}x`.repeat(20), 100_000);
    expect(performance.now() - began).toBeLessThan(500);
    expect(cut).toMatch(/^\uFFFD{20000}x\uFFFD+\n\[/);
  });

  it('says how much is missing', () => {
    expect(cutForLog('x'.repeat(200), 100)).toMatch(/^x+\n\[\d+ bytes left out: the result was over 100 bytes\]$/);
  });
});

describe('cutResult', () => {
  it('keeps a result that fits as it is', () => {
    const whole = message({ metadata: { toolyard: { success: true, diff: { path: 'a' } }, other: 1 } });
    expect(cutResult(whole)).toEqual(whole);
  });

  it('puts the code of a failure where the log can carry it', () => {
    expect(cutResult(message({ error: 'EXIT_CODE', metadata: { toolyard: { summary: 's' } } })).metadata).toEqual({
      toolyard: { summary: 's', success: false, error: 'EXIT_CODE' },
    });
  });

  it('drops the least needed metadata first', () => {
    const big = 'x'.repeat(RESULT_METADATA_LIMIT);
    const cut = cutResult(message({ metadata: { toolyard: { success: true, diff: big, issues: [1], summary: 's' } } }));
    expect(cut.metadata).toEqual({ toolyard: { success: true, issues: [1], summary: 's' } });
    expect(cutResult(message({ metadata: { foreign: big } })).metadata).toBeUndefined();
    expect(cutResult(message({ metadata: { toolyard: { error: big } } })).metadata).toBeUndefined();
  });

  it('keeps parts within one limit and leaves out what is huge', () => {
    const text = 'y'.repeat(50_000);
    const image = (value: string) =>
      ({ type: 'image', source: { type: 'data', value, mimeType: 'image/png' } }) as const;
    const { content } = cutResult(
      message({ content: [{ type: 'text', text }, { type: 'text', text }, image('AA'), image('A'.repeat(3_000_000))] }),
    );
    if (typeof content === 'string') throw new Error('parts became text');
    expect(content.slice(2)).toEqual([image('AA'), { type: 'text', text: '[image left out: 3000000 characters]' }]);
    const texts = content.slice(0, 2).map((part) => (part.type === 'text' ? part.text : ''));
    expect(size(texts.join(''))).toBeLessThanOrEqual(RESULT_TEXT_LIMIT);
  });
});
