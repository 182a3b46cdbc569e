import type { CallContext, ToolCall } from '@/lib/tools/dispatch';
import { dryRun as dryRunPermission, type Permissions } from '@/lib/tools/permissions';
import type { Toolset } from './toolset';
import type { PermissionReport } from './tool-state';

/** What would become of a call: the same checks as in dispatch, and nothing is run. */
export async function dryRun(
  toolset: Toolset,
  permissions: Permissions,
  host: CallContext,
  call: ToolCall,
): Promise<PermissionReport> {
  const prepared = toolset.check(call);
  const tool = toolset.find(call.name)?.name;
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
  return dryRunPermission({ ...prepared.value, context }, permissions);
}
