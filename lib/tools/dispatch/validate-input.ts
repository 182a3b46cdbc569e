import type { Language, ValidationIssue } from '@/lib/protocol';
import { explain, isZod, validate } from '@/lib/schema';
import { failed, ok, type Outcome } from '../result';
import { OUR_SYSTEM, type System } from '../system';
import type { AnyTool } from '../tool';
import { denialTexts } from '../permissions/denial-texts';
import { denied } from '../permissions/denied';
import type { Step } from './step';
import type { Invocation } from './invocation';

/** A tool and a valid input for it. */
export interface Prepared {
  readonly tool: AnyTool;
  readonly input: unknown;
  /** Issues of an invalid input that runs anyway. */
  readonly issues?: readonly ValidationIssue[] | undefined;
}

/** How a call's arguments are validated. */
export interface Validating {
  readonly language: Language;
  /** `warn`: invalid arguments still run. */
  readonly validation: 'block' | 'warn';
  /** Default: ours. */
  readonly system?: System;
}

type Found = Pick<Prepared, 'input' | 'issues'>;

/** Validates a call's arguments against its tool's schema. Invalid ones fail with their issues, or run with them attached. */
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

/** The failed result for invalid arguments, in the system's words. */
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

/** Rejects invalid arguments, in a system that validates last: hooks may have fixed them by then. */
export const validation = (mode: () => 'block' | 'warn'): Step => ({
  name: 'validate',
  about: 'Checks the arguments against the schema of the input.',
  before(invocation) {
    const { issues, tool } = invocation;
    return issues && mode() === 'block' ? { answer: invalid(tool, issues, invocation).failure } : undefined;
  },
});

/** The same call with the input that a step wants instead; fails if that input is invalid. */
export function revise(invocation: Invocation, input: unknown, { name }: Pick<Step, 'name'>): Outcome<Invocation> {
  const { tool, language, call, context, system, trace } = invocation;
  // If arguments are validated last, issues are reported then.
  const validation = system.behaviour.order === 'permission-hooks-validation' ? 'warn' : 'block';
  const valid = validateInput(tool, input, { language, validation, system });
  if (valid.ok) {
    return ok({
      ...invocation,
      call: { ...call, args: JSON.stringify(valid.value.input) },
      issues: undefined,
      ...valid.value,
    });
  }
  const { issues = [] } = valid.failure;
  const reason = denialTexts(context).changed(name, tool.name, issues);
  trace.note(name, 'blocked', reason);
  return { ok: false, failure: { ...denied({ source: 'hook', reason }, context), issues } };
}
