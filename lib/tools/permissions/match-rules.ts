import type { RuleSubject } from '../tool';
import { matchCommand } from './match-command';
import { matchPath } from './match-path';
import { parseRule, type Rule } from './rule';
import type { PermissionRule } from './permissions';

/** The parsed rules of one behaviour that name the tool. A rule nobody can parse names none. */
export function rulesFor(rules: readonly PermissionRule[], behavior: PermissionRule['behavior'], tool: string): Rule[] {
  return rules.flatMap(({ behavior: own, rule }) => {
    const parsed = own === behavior ? parseRule(rule) : undefined;
    return parsed?.tool === tool ? [parsed] : [];
  });
}

/** The first rule that matches any part of a call: how deny and ask rules count. */
export function firstMatch(rules: readonly Rule[], subject: RuleSubject | undefined): Rule | undefined {
  return rules.find(
    (rule) => rule.pattern === undefined || partsOf(subject).some((part) => matches(rule, part, subject)),
  );
}

/** Whether the rules together cover every part of a call: how allow rules count. */
export function coverAll(rules: readonly Rule[], subject: RuleSubject | undefined): boolean {
  if (rules.some((rule) => rule.pattern === undefined)) return true;
  if (subject?.kind === 'command' && rules.some((rule) => rule.pattern === subject.whole)) return true;
  const parts = partsOf(subject);
  return parts.length > 0 && parts.every((part) => rules.some((rule) => matches(rule, part, subject)));
}

function partsOf(subject: RuleSubject | undefined): readonly string[] {
  if (!subject) return [];
  return subject.kind === 'path' ? subject.paths : subject.commands;
}

function matches({ pattern = '' }: Rule, part: string, subject: RuleSubject | undefined): boolean {
  return subject?.kind === 'path' ? matchPath(pattern, part, subject.root) : matchCommand(pattern, part);
}
