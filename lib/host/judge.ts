import type { HostContext, ToolCall } from '@/lib/tools/dispatch';
import type { Permissions } from '@/lib/tools/permissions';
import { decide } from '@/lib/tools/permissions/decide';
import { suggestRule } from '@/lib/tools/permissions/suggest-rule';
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
  const petition = { ...prepared.value, context };
  const verdict = await decide(petition, permissions);
  const suggestedRule = await suggestRule(petition.tool, petition.input, context);
  const denial = verdict.behavior === 'deny' ? verdict.denial : undefined;
  const note = verdict.behavior === 'ask' ? verdict.reason : (denial?.reason ?? 'allowed');
  const check = denial?.source ?? 'decision';
  return {
    tool: petition.tool.name,
    verdict: verdict.behavior,
    checks: [{ check, verdict: verdict.behavior, note, ...(denial?.rule !== undefined && { rule: denial.rule }) }],
    ...(denial?.hint !== undefined && { hint: denial.hint }),
    suggestedRule,
  };
}
