import { denialTexts } from '../permissions/denial-texts';
import { denied } from '../permissions/denied';
import { ok, type Outcome } from '../result';
import type { Invocation } from './invocation';
import type { Step } from './step';
import { validateInput } from './validate-input';

/** The same call with the input that a step wants instead. What the step wanted cannot run unless it is valid. */
export function revise(invocation: Invocation, input: unknown, { name }: Pick<Step, 'name'>): Outcome<Invocation> {
  const { tool, language, call, context, system, trace } = invocation;
  // Where arguments are checked last, what is wrong with them is told then.
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
