import { describe, expect, it } from 'vitest';
import { tapLines, tapSummary } from './tap';
import { hasFailed, type TestResult } from './tree';

const result = (name: string, more: Partial<TestResult> = {}): TestResult => ({
  name,
  kind: 'test',
  status: 'pass',
  ms: 1,
  children: [],
  ...more,
});

describe('TAP', () => {
  it('indents subtests with a plan of their own', () => {
    const suite = result('group', { kind: 'suite', children: [result('a # b'), result('later', { skip: 'why' })] });
    expect(tapLines(suite, 3)).toBe(
      [
        '# Subtest: group',
        '    # Subtest: a \\# b',
        '    ok 1 - a \\# b',
        '      ---',
        '      duration_ms: 1.000000',
        '      ...',
        '    # Subtest: later',
        '    ok 2 - later # SKIP why',
        '      ---',
        '      duration_ms: 1.000000',
        '      ...',
        '    1..2',
        'ok 3 - group',
        '  ---',
        '  duration_ms: 1.000000',
        "  type: 'suite'",
        '  ...',
        '',
      ].join('\n'),
    );
  });

  it('says why a test failed', () => {
    const error = {
      type: 'testCodeFailure',
      message: 'two\nlines',
      code: 'ERR_ASSERTION',
      stack: 'at x',
      expected: '3',
      actual: '-1',
    } as const;
    const text = tapLines(result('bad', { status: 'fail', error }), 1);
    expect(text).toContain('not ok 1 - bad\n');
    expect(text).toContain('  error: |-\n    two\n    lines\n');
    expect(text).toContain("  expected: '3'\n  actual: '-1'\n");
  });

  const fail = { status: 'fail' } as const;
  it.each<[string, TestResult[], string, boolean]>([
    [
      'passing',
      [result('a')],
      '# tests 1\n# suites 0\n# pass 1\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n',
      false,
    ],
    [
      'failing',
      [result('a', fail), result('b')],
      '# tests 2\n# suites 0\n# pass 1\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0\n',
      true,
    ],
    [
      'a failing todo',
      [result('a', { ...fail, todo: true })],
      '# fail 0\n# cancelled 0\n# skipped 0\n# todo 1\n',
      false,
    ],
    [
      'a parent of a failure',
      [result('s', { ...fail, kind: 'suite', children: [result('a', fail)] })],
      '# tests 1\n# suites 1\n# pass 0\n# fail 1\n',
      true,
    ],
  ])('counts %s as Node does', (_, results, lines, red) => {
    expect(tapSummary(results, 5)).toContain(lines);
    expect(hasFailed(results)).toBe(red);
  });
});
