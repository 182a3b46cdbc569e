import type { PermissionMode } from '@/lib/protocol';
import type { AnyTool } from '../tool';
import { ALLOW, deny, type Verdict } from './verdict';

/** What a mode says about a call by itself; undefined leaves it to the rules and then to a person. */
export function decideByMode(mode: PermissionMode, tool: AnyTool, input: unknown): Verdict | undefined {
  if (tool.isReadOnly(input)) return ALLOW;
  switch (mode) {
    case 'acceptEdits':
      return tool.kind === 'edit' || tool.kind === 'move' ? ALLOW : undefined;
    case 'auto':
      return tool.isDangerous(input) ? undefined : ALLOW;
    case 'bypassPermissions':
      return ALLOW;
    case 'plan':
      return deny({
        source: 'mode',
        reason: `${tool.name} may change something, and plan mode only reads.`,
        hint: 'Read what you need and present a plan; changes come after it is approved.',
      });
    default:
      return undefined;
  }
}
