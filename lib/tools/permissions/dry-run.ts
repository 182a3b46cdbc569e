import { decide } from './decide';
import type { Permissions } from './permissions';
import type { Petition } from './question';
import type { PermissionCheck } from './report';
import { suggestRule } from './suggest-rule';

/** What would become of a valid call, found out without running it or asking a person. */
export interface PermissionDecision {
  readonly tool: string;
  readonly verdict: 'allow' | 'deny' | 'ask';
  /** In order, up to the one that decided. */
  readonly checks: readonly PermissionCheck[];
  readonly hint?: string;
  /** The rule `always allow` would save. */
  readonly suggestedRule: string;
}

/** Judges a call by the checks that dispatch makes. With `consult`, code that only answers, such as a hook, is asked too. */
export async function dryRun(
  petition: Petition,
  permissions: Permissions,
  { consult = false }: { consult?: boolean } = {},
): Promise<PermissionDecision> {
  const { verdict, checks } = await decide(petition, permissions, { consult });
  const hint = verdict.behavior === 'deny' ? verdict.denial.hint : undefined;
  return {
    tool: petition.tool.name,
    verdict: verdict.behavior,
    checks,
    ...(hint !== undefined && { hint }),
    suggestedRule: await suggestRule(petition.tool, petition.input, petition.context),
  };
}
