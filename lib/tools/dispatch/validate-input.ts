import { explain, validate } from '@/lib/schema';
import { failed, ok, type Outcome } from '../result';
import type { AnyTool } from '../tool';

/** Checks a call's arguments against its tool's schema; what fails is told issue by issue. */
export function validateInput(tool: AnyTool, value: unknown): Outcome<unknown> {
  const checked = validate(tool.input, value);
  if (checked.ok) return ok(checked.value);
  const { issues } = checked;
  return failed('INVALID_ARGS', explain(issues), {
    issues,
    summary: issues.length === 1 ? '1 issue' : `${issues.length} issues`,
  });
}
