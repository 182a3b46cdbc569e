import { explain, validate } from '@/lib/schema';
import { failed, ok, type Outcome } from '../result';
import type { AnyTool } from '../tool';
import type { Prepared, Validating } from './prepare';

/** Checks a call's arguments against its tool's schema; what fails is told issue by issue, or runs with its issues. */
export function validateInput(
  tool: AnyTool,
  value: unknown,
  { language, validation }: Validating,
): Outcome<Pick<Prepared, 'input' | 'issues'>> {
  const checked = validate(tool.input, value, { language });
  if (checked.ok) return ok({ input: checked.value });
  const { issues } = checked;
  if (validation === 'warn') return ok({ input: value, issues });
  return failed('INVALID_ARGS', explain(issues, language), { issues, summary: count(issues) });
}

export const count = (issues: readonly unknown[]): string =>
  issues.length === 1 ? '1 issue' : `${issues.length} issues`;
