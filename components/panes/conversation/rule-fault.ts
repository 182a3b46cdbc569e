import { formatRule, parseRule } from '@/lib/tools/permissions';

/** Why a rule cannot be saved from a call of that tool, for people; undefined if it can. */
export function ruleFault(text: string, toolName: string): string | undefined {
  const rule = parseRule(text);
  if (!rule) return `Not a rule. Write ${toolName} or ${formatRule(toolName, 'pattern')}.`;
  if (rule.tool !== toolName) return `This is a call of ${toolName}; the rule is about ${rule.tool}.`;
  return undefined;
}
