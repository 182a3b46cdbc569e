import type { ApprovalRequest } from '@/lib/ports';
import { formatRule, parseRule } from '@/lib/tools/permissions/rule';

/** Why a rule cannot be saved from a call of that tool, for people; undefined if it can. */
export function ruleIssue(text: string, toolName: string, covers?: ApprovalRequest['covers']): string | undefined {
  const rule = parseRule(text);
  if (!rule) return `Not a rule. Write ${toolName} or ${formatRule(toolName, 'pattern')}.`;
  if (rule.tool !== toolName) return `This is a call of ${toolName}; the rule is about ${rule.tool}.`;
  switch (covers?.(text)) {
    case 'other-tool':
      return `This ${toolName} is another source's tool than the rule means.`;
    case 'other-call':
      return 'The rule does not match this call.';
    default:
      return undefined;
  }
}
