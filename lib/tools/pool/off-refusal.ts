import { failure } from '../result';
import type { PoolEntry } from './pool-entry';
import type { ToolResult } from '@/lib/protocol';

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
