import type { Check } from './absolute-checks';
import { CHECKS } from './checks';
import { denialTexts } from './denial-texts';
import type { Permissions } from './permissions';
import {
  questionOf,
  type Petition,
  type PermissionQuestion,
  type PermissionCheck,
  deny,
  type Ruling,
  type Verdict,
} from './question';
import { suggestRule } from './match-rules';

/** A verdict, and every check made up to it. */
export interface Decision {
  readonly verdict: Verdict;
  readonly checks: readonly PermissionCheck[];
}

/** Decides whether a call may run. With `consult: false` no code is asked, for judging a call that will not run. */
export function decide(
  petition: Petition,
  permissions: Permissions,
  { consult = true }: { consult?: boolean } = {},
): Decision | Promise<Decision> {
  const question = questionOf(petition, permissions, consult);
  const checks: PermissionCheck[] = [];
  return through(CHECKS);

  /** Synchronous as far as possible: most calls are decided without waiting. */
  function through(left: readonly Check[]): Decision | Promise<Decision> {
    let made = 0;
    for (const { name, rule } of left) {
      made += 1;
      const ruling = rule(question);
      if (ruling instanceof Promise) return ruling.then((now) => decided(name, now) ?? through(left.slice(made)));
      const decision = decided(name, ruling);
      if (decision) return decision;
    }
    throw new Error('The last check has a verdict on every call.');
  }

  function decided(name: string, ruling: Ruling): Decision | undefined {
    checks.push(record(name, ruling));
    return ruling.verdict && settle(ruling.verdict, question, checks);
  }
}

/** In mode dontAsk, turns `ask` into `deny`. */
function settle(verdict: Verdict, { mode, tool, context }: PermissionQuestion, checks: PermissionCheck[]): Decision {
  if (verdict.behavior !== 'ask' || mode !== 'dontAsk') return { verdict, checks };
  const denial = { source: 'mode', ...denialTexts(context).nobodyAsked(tool.name) } as const;
  return { verdict: { behavior: 'deny', denial }, checks: [...checks, record('mode', deny(denial))] };
}

function record(check: string, { verdict: said, rule, note }: Ruling): PermissionCheck {
  const verdict = said?.behavior ?? 'none';
  return rule === undefined ? { check, verdict, note } : { check, verdict, note, rule };
}

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
