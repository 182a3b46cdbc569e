import { denialTexts } from './denial-texts';
import { firstMatch, rulesFor } from './match-rules';
import type { PermissionRule } from './permissions';
import type { PermissionQuestion } from './question';
import type { Rule } from './rule';
import { deny, none, type Ruling } from './ruling';

/** One of the questions that decide about a call. */
export interface Check {
  /** As the policy pane shows it. */
  readonly name: string;
  rule(question: PermissionQuestion): Ruling | Promise<Ruling>;
}

const NOT_REFUSED = none('Nothing in it is refused for good.');
const NO_DENY_RULE = none('No deny rule matches.');

export const hardCoded: Check = {
  name: 'hard-coded refusals',
  rule({ tool, input, context }) {
    return tool.refuse ? refused(tool.refuse(input, context)) : NOT_REFUSED;
  },
};

const refused = async (pending: ReturnType<NonNullable<PermissionQuestion['tool']['refuse']>>): Promise<Ruling> => {
  const refusal = await pending;
  return refusal ? deny({ source: 'hard-coded', ...refusal }) : NOT_REFUSED;
};

export const denyRules: Check = {
  name: 'deny rules',
  rule: (question) =>
    withMatch(question, 'deny', NO_DENY_RULE, ({ text }) =>
      deny({ source: 'rule', rule: text, ...denialTexts(question.context).rule }),
    ),
};

/** Rules of one behaviour that count as soon as one of them matches. */
export function withMatch(
  question: PermissionQuestion,
  behavior: PermissionRule['behavior'],
  unmatched: Ruling,
  found: (rule: Rule) => Ruling,
): Ruling | Promise<Ruling> {
  const own = rulesFor(question.rules, behavior, question.tool);
  const rules = question.tool.delegatesTo ? [...own, ...aboutTheOther(question, behavior)] : own;
  if (rules.length === 0) return unmatched;
  return withSubject(question, rules, (subject) => {
    const rule = firstMatch(rules, subject);
    return rule ? found(rule) : unmatched;
  });
}

/** Bare rules about the tool that a call makes by way of this one. */
function aboutTheOther(
  { rules, tool, input }: PermissionQuestion,
  behavior: PermissionRule['behavior'],
): readonly Rule[] {
  if (!tool.delegatesTo) return [];
  return rulesFor(rules, behavior, tool.delegatesTo(input)).filter(({ pattern }) => pattern === undefined);
}

/** What patterns are matched against may take files or a parser to find out: only if there is a pattern. */
export function withSubject(
  question: PermissionQuestion,
  rules: readonly Rule[],
  dryRun: (subject: Awaited<ReturnType<PermissionQuestion['subject']>>) => Ruling,
): Ruling | Promise<Ruling> {
  return rules.some(({ pattern }) => pattern !== undefined) ? question.subject().then(dryRun) : dryRun(undefined);
}
