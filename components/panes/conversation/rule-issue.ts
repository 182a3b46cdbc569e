import type { ApprovalRequest } from '@/lib/ports';
import type { Text } from '../../messages/text';
import { formatRule, parseRule } from '@/lib/tools/permissions/rule';

/** Why a rule cannot be saved from a call of this tool, for people; undefined if it can. */
export function ruleIssue(
  text: Text<'thread'>,
  written: string,
  toolName: string,
  covers?: ApprovalRequest['covers'],
): string | undefined {
  const rule = parseRule(written);
  if (!rule) return text('ruleNone', { tool: toolName, pattern: formatRule(toolName, 'pattern') });
  if (rule.tool !== toolName) return text('ruleTool', { tool: toolName, other: rule.tool });
  switch (covers?.(written)) {
    case 'other-tool':
      return text('ruleSource', { tool: toolName });
    case 'other-call':
      return text('ruleCall');
    default:
      return undefined;
  }
}
