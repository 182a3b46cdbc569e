import type { PermissionMode } from '@/lib/protocol';
import type { AnyTool, RuleSubject, ToolContext } from '../tool';
import { coverAll, firstMatch, rulesFor } from './match-rules';
import { decideByMode } from './modes';
import type { PermissionRule, Permissions } from './permissions';
import { ALLOW, deny, type Verdict } from './verdict';

/** A call to decide about; its input is valid. */
export interface Petition {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly context: ToolContext;
}

interface Question extends Petition {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly subject: RuleSubject | undefined;
}

type Check = (question: Question) => Verdict | undefined | Promise<Verdict | undefined>;

/** In this order; the first that has a verdict decides. */
const CHECKS: readonly Check[] = [hardCoded, denyRules, askRules, mode, allowRules];

/** Decides whether a call may run. */
export async function decide({ tool, input, context }: Petition, permissions: Permissions): Promise<Verdict> {
  const subject = await tool.ruleSubject?.(input, context);
  const question = { tool, input, context, subject, mode: permissions.mode(), rules: permissions.rules() };
  for (const check of CHECKS) {
    const verdict = await check(question);
    if (verdict) return orDeny(verdict, question);
  }
  return orDeny({ behavior: 'ask', reason: `${tool.name} may change something.` }, question);
}

async function hardCoded({ tool, input, context }: Question): Promise<Verdict | undefined> {
  const refusal = await tool.refuse?.(input, context);
  return refusal && deny({ source: 'hard-coded', ...refusal });
}

function denyRules({ tool, rules, subject }: Question): Verdict | undefined {
  const rule = firstMatch(rulesFor(rules, 'deny', tool.name), subject);
  return (
    rule &&
    deny({
      source: 'rule',
      rule: rule.text,
      reason: 'a rule forbids this call.',
      hint: 'Do not try the same by another way. Say what you need it for if you cannot go on.',
    })
  );
}

function askRules(question: Question): Verdict | undefined {
  const { tool, rules, subject, mode: current } = question;
  if (current === 'bypassPermissions' || decideByMode(current, tool, question.input)?.behavior === 'deny')
    return undefined;
  const rule = firstMatch(rulesFor(rules, 'ask', tool.name), subject);
  return rule && { behavior: 'ask', reason: `The rule ${rule.text} wants a person to see this call.` };
}

function mode({ tool, input, mode: current }: Question): Verdict | undefined {
  return decideByMode(current, tool, input);
}

function allowRules({ tool, rules, subject }: Question): Verdict | undefined {
  return coverAll(rulesFor(rules, 'allow', tool.name), subject) ? ALLOW : undefined;
}

/** In mode dontAsk nobody is asked. */
function orDeny(verdict: Verdict, { tool, mode: current }: Question): Verdict {
  if (verdict.behavior !== 'ask' || current !== 'dontAsk') return verdict;
  return deny({
    source: 'mode',
    reason: `${tool.name} would need a person's approval, and mode dontAsk asks nobody.`,
    hint: 'Go on with what is allowed, or say what you could not do.',
  });
}
