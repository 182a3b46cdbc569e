import type { ToolResult } from '@/lib/protocol';
import { failure } from '../result';
import type { AnyTool } from '../tool';
import type { PoolEntry } from './pool-entry';
import type { RestrictionStack } from './restriction-stack';

/** What a call of a tool that is off is answered with. */
export function offRefusal({ name, why = 'settings', missing = '' }: PoolEntry): ToolResult {
  const advice = 'Go on without it, or ask the person for it.';
  switch (why) {
    case 'capability':
      return failure('UNSUPPORTED', `${name} needs ${missing}, which is not there. ${advice}`);
    case 'feature flag':
      return failure('TOOL_NOT_FOUND', `${name} is disabled: its feature flag ${missing} is off. ${advice}`);
    case 'provider':
      return failure('TOOL_NOT_FOUND', `${name} is disabled: it does not work with models of ${missing}. ${advice}`);
    case 'filter':
      return failure('TOOL_NOT_FOUND', `${name} is disabled: the list of tools of this agent leaves it out. ${advice}`);
    case 'settings':
      return failure('TOOL_NOT_FOUND', `${name} is disabled in the settings. ${advice}`);
  }
}

/** What a call is answered with of a tool that the running skill leaves out; undefined if it may run. */
export function restrictedBy(
  stack: RestrictionStack | undefined,
  { name, executor = name }: Pick<AnyTool, 'name' | 'executor'>,
): ToolResult | undefined {
  if (!stack || stack.allows(name, executor)) return undefined;
  const allowed = stack.allowed?.join(', ') || 'none';
  const who = stack.by ? `the skill ${stack.by}` : 'this skill';
  return failure('TOOL_NOT_FOUND', `${name} is disabled while ${who} runs. The tools it may use: ${allowed}.`);
}
