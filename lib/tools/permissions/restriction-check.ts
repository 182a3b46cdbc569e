import type { AnyTool } from '../tool';
import type { Check } from './absolute-checks';
import { denialTexts } from './denial-texts';
import { covering } from './match-rules';
import { parseRule, type Rule } from './rule';
import { deny, none } from './ruling';

const FREE = none('No skill says what it may be called with.');

/** A running skill that lists `Bash(git:*)`, or the one in which a sub-agent was started, lets only such calls through. */
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

/** What a list says of a tool, by its name or by that of its executor. */
const rulesAbout = (list: readonly string[], { name, executor = name, source }: AnyTool): readonly Rule[] =>
  list.flatMap((entry) => {
    const rule = parseRule(entry);
    const wanted = rule?.tool.toLowerCase();
    if (!rule || (wanted !== name.toLowerCase() && wanted !== executor.toLowerCase())) return [];
    return rule.source === undefined || rule.source === source ? [rule] : [];
  });
