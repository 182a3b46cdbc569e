import { inspect } from 'node-inspect-extracted';
import { describeError } from '../stack';
import type { TestFailure } from './tree';

/** What a test threw, as text. */
export function describeFailure(error: unknown, type: TestFailure['type']): TestFailure {
  if (!(error instanceof Error))
    return { type, message: String(error), code: 'ERR_TEST_FAILURE', stack: String(error) };
  const { code, expected, actual, operator }: Record<string, unknown> = Object(error);
  const stack = describeError(error);
  if (code !== 'ERR_ASSERTION') return { type, message: error.message, code: 'ERR_TEST_FAILURE', stack };
  return {
    type,
    message: error.message,
    code: 'ERR_ASSERTION',
    stack,
    expected: inspect(expected),
    actual: inspect(actual),
    operator: String(operator),
  };
}
