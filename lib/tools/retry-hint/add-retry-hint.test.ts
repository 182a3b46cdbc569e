import { ERROR_CODES, type ErrorCode, type ToolResult } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { Trace } from '../invocation';
import { failure, type FailureExtras } from '../result';
import { retryHintOn, addRetryHint } from './';

const trace = () => new Trace(() => 0);
const issue = (path: string) => ({ path, expected: 'string', received: 'nothing', message: 'Send it.' });

describe('advice', () => {
  it.each(ERROR_CODES.flatMap((code) => [[code, 'en'] as const, [code, 'zh'] as const]))(
    'on %s in %s is one line that names a kind of retry',
    (code, language) => {
      const { retry, line } = retryHintOn(failure(code, 'x'), language);
      expect(line).toMatch(language === 'en' ? /^Advice: [^\n]+\.$/ : /^建议：[^\n]+。$/);
      expect(/[\u4e00-\u9fff]/.test(line)).toBe(language === 'zh');
      expect(/do not retry|do not make|and stop/.test(line) || language === 'zh').toBe(
        retry === 'none' || language === 'zh',
      );
    },
  );

  it.each<[ErrorCode, FailureExtras, string]>([
    ['INVALID_ARGS', { issues: [issue('$.file_path')] }, 'correct $.file_path, keep the rest'],
    ['INVALID_ARGS', { issues: [issue('$.a'), issue('$.b'), issue('$.a')] }, 'correct $.a and $.b, keep'],
    [
      'INVALID_ARGS',
      { issues: ['a', 'b', 'c', 'd'].map((name) => issue(`$.${name}`)) },
      'correct $.a, $.b, $.c, …, keep',
    ],
    ['INVALID_ARGS', { issues: [issue('$')] }, 'correct the arguments, keep'],
    ['RATE_LIMITED', { details: { retryAfterMs: 1200 } }, 'wait 2 s, then'],
  ])('on %s says which and how long: %j', (code, extras, words) => {
    expect(retryHintOn(failure(code, 'x', extras), 'en').line).toContain(words);
  });
});

describe('reflect', () => {
  it('leaves a success alone', () => {
    const result: ToolResult = { success: true, text: 'ok' };
    const told = trace();
    expect(addRetryHint(result, 'en', told)).toBe(result);
    expect(told.entries).toBeUndefined();
  });

  it('adds one line and tells the trace', () => {
    const told = trace();
    const { text } = addRetryHint(failure('NO_CHANGE', 'Both are equal.'), 'en', told);
    expect(text).toBe('Both are equal.\nAdvice: do not retry: it is already so.');
    expect(told.entries).toMatchObject([
      { step: 'retry-hint', outcome: 'noted', note: expect.stringMatching(/^none: /) },
    ]);
  });

  it.each([
    ['oops\n[Exit code: 1]', 'oops\n§\n[Exit code: 1]'],
    ['[Exit code: 127]', '§\n[Exit code: 127]'],
    ['[Exit code: 1]\nnot the end', '[Exit code: 1]\nnot the end\n§'],
    ['', '§'],
  ])('keeps an exit code the last line: %j', (text, expected) => {
    const line = retryHintOn(failure('EXIT_CODE', ''), 'en').line;
    expect(addRetryHint(failure('EXIT_CODE', text), 'en', trace()).text).toBe(expected.replace('§', line));
  });
});
