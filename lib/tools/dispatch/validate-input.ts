import type { Language, ValidationIssue } from '@/lib/protocol';
import { explain, isZod, validate } from '@/lib/schema';
import { failed, ok, type Outcome } from '../result';
import { OUR_SYSTEM } from '../system';
import type { AnyTool } from '../tool';
import type { Prepared, Validating } from './prepared';

type Found = Pick<Prepared, 'input' | 'issues'>;

/** Checks a call's arguments against its tool's schema; what fails is told issue by issue, or runs with its issues. */
export function validateInput(tool: AnyTool, value: unknown, validating: Validating): Outcome<Found> {
  const { language, validation, system } = validating;
  const { laxity } = (system ?? OUR_SYSTEM).behaviour;
  if (laxity.schemas && !isZod(tool.input) && typeof tool.input !== 'object') return ok({ input: value });
  const checked = validate(tool.input, value, { language });
  if (checked.ok) return ok({ input: checked.value });
  const issues = laxity.integers ? checked.issues.filter((issue) => !isNumberForInteger(issue)) : checked.issues;
  if (issues.length === 0) return ok({ input: value });
  return validation === 'warn' ? ok({ input: value, issues }) : invalid(tool, issues, validating);
}

/** The result of arguments that do not fit, in the system's words. */
export function invalid(
  { name }: Pick<AnyTool, 'name'>,
  issues: readonly ValidationIssue[],
  { language, system }: Pick<Validating, 'language' | 'system'>,
): Extract<Outcome<never>, { ok: false }> {
  const text = system?.behaviour.texts[language]?.invalidArguments?.(name, issues) ?? explain(issues, language);
  return failed('INVALID_ARGS', text, { issues: [...issues], summary: issueCount(issues, language) });
}

const isNumberForInteger = ({ expected, received }: ValidationIssue): boolean =>
  expected === 'integer' && /^-?\d/.test(received);

export function issueCount({ length }: readonly unknown[], language: Language = 'en'): string {
  if (language === 'zh') return `${length} 处问题`;
  return length === 1 ? '1 issue' : `${length} issues`;
}
