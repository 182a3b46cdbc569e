import type { AnyTool } from '../tool';
import { denialTexts } from './denial-texts';
import { firstMatch, rulesFor, covering } from './match-rules';
import type { PermissionRule } from './permissions';
import { type PermissionQuestion, deny, none, type Ruling } from './question';
import { type Rule, parseRule } from './rule';

/** One of the checks that decide about a call. */
export interface Check {
  /** Its name in the policy pane. */
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

/** Applies rules of one behaviour, which take effect as soon as one matches. */
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

/** Bare rules about the tool that a call in effect runs by way of this one. */
function aboutTheOther(
  { rules, tool, input }: PermissionQuestion,
  behavior: PermissionRule['behavior'],
): readonly Rule[] {
  if (!tool.delegatesTo) return [];
  return rulesFor(rules, behavior, tool.delegatesTo(input)).filter(({ pattern }) => pattern === undefined);
}

/** Finding the subject may need files or a parser, so it is done only if a rule has a pattern. */
export function withSubject(
  question: PermissionQuestion,
  rules: readonly Rule[],
  dryRun: (subject: Awaited<ReturnType<PermissionQuestion['subject']>>) => Ruling,
): Ruling | Promise<Ruling> {
  return rules.some(({ pattern }) => pattern !== undefined) ? question.subject().then(dryRun) : dryRun(undefined);
}

const FREE = none('No skill says what it may be called with.');

/** A running skill that lists `Bash(git:*)`, or the skill in which a sub-agent was started, allows only such calls. */
export const restriction: Check = {
  name: 'skill',
  rule({ tool, context, subject }) {
    if (!context.restrictions?.lists.length) return FREE;
    const lists = context.restrictions.lists
      .map((list) => rulesAbout(list, tool))
      .filter((rules) => rules.length > 0 && rules.every(({ pattern }) => pattern !== undefined));
    if (lists.length === 0) return FREE;
    return subject().then((called) => {
      const broken = lists.find((rules) => !covering(rules, called));
      if (!broken) return none('It is what the running skill lets through.');
      const rule = broken.map(({ text }) => text).join(', ');
      return deny({ source: 'rule', rule, ...denialTexts(context).skill(tool.name) });
    });
  },
};

/** The entries of a list about a tool, by its own name or its executor's. */
const rulesAbout = (list: readonly string[], { name, executor = name, source }: AnyTool): readonly Rule[] =>
  list.flatMap((entry) => {
    const rule = parseRule(entry);
    const wanted = rule?.tool.toLowerCase();
    if (!rule || (wanted !== name.toLowerCase() && wanted !== executor.toLowerCase())) return [];
    return rule.source === undefined || rule.source === source ? [rule] : [];
  });
