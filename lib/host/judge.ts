import type { HostContext, ToolCall } from '@/lib/tools/dispatch';
import { judge as judgePetition, type Permissions } from '@/lib/tools/permissions';
import type { ToolKit } from './tool-kit';
import type { PermissionReport } from './tool-state';

/** What would become of a call: the same checks as in dispatch, and nothing is run. */
export async function judge(
  kit: ToolKit,
  permissions: Permissions,
  host: HostContext,
  call: ToolCall,
): Promise<PermissionReport> {
  const prepared = kit.check(call);
  const tool = kit.find(call.name)?.name;
  if (!prepared.ok) {
    const { text, issues = [] } = prepared.failure;
    return { ...(tool !== undefined && { tool }), invalid: { text, issues }, checks: [] };
  }
  const context = {
    ...host,
    callId: call.id,
    signal: new AbortController().signal,
    deadline: Infinity,
    onOutput: () => undefined,
  };
  return judgePetition({ ...prepared.value, context }, permissions);
}
