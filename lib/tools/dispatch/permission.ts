import { isObject } from '@/lib/schema/json-schema';
import { decide, type Decision } from '../permissions/decide';
import { denied } from '../permissions/denied';
import type { Permissions } from '../permissions/permissions';
import type { AnyTool } from '../tool';
import { askPerson } from './ask-person';
import type { Invocation } from './invocation';
import type { Before, Step } from './step';

/** Lets a call through, refuses it, or asks a person. */
export const permission = (permissions: Permissions): Step => ({
  name: 'permission',
  about:
    'Hard-coded refusals, deny rules, the list of a skill, canUseTool, ask rules, mode, allow rules; else a person is asked.',
  seesChanges: true,
  before(given) {
    const invocation = judgeable(given);
    const decision = decide(invocation, permissions);
    if (decision instanceof Promise) return decision.then((now) => enforce(now, permissions, invocation));
    return enforce(decision, permissions, invocation);
  },
});

function enforce(
  { verdict, checks }: Decision,
  permissions: Permissions,
  invocation: Invocation,
): Before | Promise<Before> {
  const { trace } = invocation;
  if (verdict.behavior === 'ask') return askPerson(permissions, invocation, verdict.reason);
  const { check = '', note = '' } = checks.at(-1) ?? {};
  if (verdict.behavior === 'deny') {
    trace.note('permission', 'blocked', `${check}: ${note}`);
    return { answer: denied(verdict.denial, invocation.context) };
  }
  if ('input' in verdict) {
    trace.note('permission', 'changed', `${check}: ${note}`);
    return { input: verdict.input };
  }
  // That it only reads, or that the mode lets everything through, is nothing to tell of each call.
  if (check !== 'mode') trace.note('permission', 'passed', `${check}: ${note}`);
  return undefined;
}

/**
 * Arguments that are not valid, and are looked at later, say nothing, and neither does what is no object: what a tool would read in
 * them is not asked, and the call may do anything.
 */
function judgeable(invocation: Invocation): Invocation {
  const { issues, input, system, tool } = invocation;
  const later = system.behaviour.order === 'permission-hooks-validation';
  return issues && (later || !isObject(input)) ? { ...invocation, tool: unread(tool) } : invocation;
}

const unread = (tool: AnyTool): AnyTool => ({
  ...tool,
  isReadOnly: () => tool.kind === 'read',
  isDangerous: () => true,
  titleFor: undefined,
  refuse: undefined,
  ruleSubject: undefined,
  suggestRule: undefined,
  delegatesTo: undefined,
  preview: undefined,
});
