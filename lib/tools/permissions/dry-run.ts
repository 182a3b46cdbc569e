import type { PermissionRequest, PermissionCheck } from './question';
import type { Permissions } from './permissions';
import { suggestRule } from './match-rule';
import { decide } from './decide';

/** What would happen to a valid call, found without running it or asking a person. */
export interface PermissionDecision {
  readonly tool: string;
  readonly verdict: 'allow' | 'deny' | 'ask';
  /** The checks in order, up to the one that decided. */
  readonly checks: readonly PermissionCheck[];
  readonly hint?: string;
  /** The rule `always allow` would save. */
  readonly suggestedRule: string;
}

/** Runs the checks that dispatch makes. With `consult`, code that only answers, such as a hook, is asked too. */
export async function dryRun(
  request: PermissionRequest,
  permissions: Permissions,
  { consult = false }: { consult?: boolean } = {},
): Promise<PermissionDecision> {
  const checks: PermissionCheck[] = [];
  const { verdict } = await decide(request, permissions, { consult, checks });
  const hint = verdict.behavior === 'deny' ? verdict.denial.hint : undefined;
  return {
    tool: request.tool.name,
    verdict: verdict.behavior,
    checks,
    ...(hint !== undefined && { hint }),
    suggestedRule: await suggestRule(request.tool, request.input, request.context),
  };
}
