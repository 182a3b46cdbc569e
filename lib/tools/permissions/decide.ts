import { CHECKS } from './checks';
import { denialTexts } from './denial-texts';
import type { Permissions } from './permissions';
import { questionOf, type Petition, type PermissionQuestion } from './question';
import type { PermissionCheck } from './report';
import { deny, type Ruling } from './ruling';
import type { Verdict } from './verdict';

/** A verdict, and every check that was made until there was one. */
export interface Decision {
  readonly verdict: Verdict;
  readonly checks: readonly PermissionCheck[];
}

/** Decides whether a call may run. With `consult: false` no code is asked: to judge a call that is not going to run. */
export async function decide(
  petition: Petition,
  permissions: Permissions,
  { consult = true }: { consult?: boolean } = {},
): Promise<Decision> {
  const question = questionOf(petition, permissions, consult);
  const checks: PermissionCheck[] = [];
  for (const { name, rule } of CHECKS) {
    const pending = rule(question);
    const ruling = pending instanceof Promise ? await pending : pending;
    checks.push(record(name, ruling));
    if (ruling.verdict) return settle(ruling.verdict, question, checks);
  }
  throw new Error('The last check has a verdict on every call.');
}

/** In mode dontAsk nobody is asked. */
function settle(verdict: Verdict, { mode, tool, context }: PermissionQuestion, checks: PermissionCheck[]): Decision {
  if (verdict.behavior !== 'ask' || mode !== 'dontAsk') return { verdict, checks };
  const denial = { source: 'mode', ...denialTexts(context).nobodyAsked(tool.name) } as const;
  return { verdict: { behavior: 'deny', denial }, checks: [...checks, record('mode', deny(denial))] };
}

const record = (check: string, { verdict, rule, note }: Ruling): PermissionCheck => ({
  check,
  verdict: verdict?.behavior ?? 'none',
  note,
  ...(rule !== undefined && { rule }),
});
