import type { CallContext, ToolCall } from '@/lib/tools/dispatch';
import { wouldBlock } from '@/lib/tools/hooks';
import { dryRun as dryRunPermission, type Permissions } from '@/lib/tools/permissions';
import type { Toolset } from './toolset';
import type { PermissionReport } from '../tool-state';

/** What would happen to a call: the same checks as in dispatch, without running anything. */
export async function dryRunCall(
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
  const petition = { ...prepared.value, context };
  // A hook only answers, so it can be asked about a call that is not made.
  const report = await dryRunPermission(petition, permissions, { consult: true });
  if (report.verdict === 'deny' || toolset.system.behaviour.intercepts.includes(call.name)) return report;
  const blocked = await wouldBlock(toolset.guards.hooks, { ...petition, call });
  if (!blocked) return report;
  const check = { check: 'hooks', verdict: 'deny', rule: blocked.hook, note: blocked.reason } as const;
  return { ...report, verdict: 'deny', checks: [...report.checks, check] };
}
