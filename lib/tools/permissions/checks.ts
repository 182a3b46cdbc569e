import { denyRules, hardCoded, withMatch, withSubject, type Check } from './absolute-checks';
import { askCode } from './ask-code';
import { covering, rulesFor } from './match-rules';
import { ruleOfMode } from './modes';
import { restriction } from './restriction-check';
import type { PermissionQuestion } from './question';
import { allow, ask, none, type Ruling } from './ruling';

const NO_ASK_RULE = none('No ask rule matches.');
const NO_ALLOW_RULE = none('No allow rule covers it.');

const askRules: Check = {
  name: 'ask rules',
  rule(question) {
    if (question.mode === 'bypassPermissions') return none('Mode bypassPermissions asks for nothing.');
    const { verdict } = ruleOfMode(question.mode, question);
    if (verdict?.behavior === 'deny') return none(`Nobody is asked about what mode ${question.mode} refuses.`);
    return withMatch(question, 'ask', NO_ASK_RULE, ({ text }) =>
      ask(`The rule ${text} wants a person to see this call.`, text),
    );
  },
};

const mode: Check = { name: 'mode', rule: (question) => ruleOfMode(question.mode, question) };

const allowRules: Check = {
  name: 'allow rules',
  rule(question) {
    const rules = rulesFor(question.rules, 'allow', question.tool);
    if (rules.length === 0) return namesakes(question) ?? NO_ALLOW_RULE;
    return withSubject(question, rules, (subject) => {
      const found = covering(rules, subject);
      if (!found) return NO_ALLOW_RULE;
      const texts = found.map(({ text }) => text).join(' and ');
      return allow(`Allowed by ${texts}.`, texts);
    });
  },
};

/** A rule for the tool of that name from another source is easily taken for one that should have helped. */
function namesakes({ rules, tool }: PermissionQuestion): Ruling | undefined {
  const ofAnother = rules.some(({ behavior, rule }) => behavior === 'allow' && bareName(rule) === tool.name);
  return ofAnother
    ? none(`An allow rule for ${tool.name} means another source's tool; this one is ${tool.source}.`)
    : undefined;
}

const bareName = (rule: string): string => rule.replace(/^\w+:/, '').replace(/\(.*$/s, '');

const otherwise: Check = { name: 'otherwise', rule: ({ tool }) => ask(`${tool.name} may change something.`) };

/** In this order; the first that has a verdict decides. */
export const CHECKS: readonly Check[] = [
  hardCoded,
  denyRules,
  restriction,
  askCode,
  askRules,
  mode,
  allowRules,
  otherwise,
];
