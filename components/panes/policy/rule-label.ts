import type { ToolKind } from '@/lib/protocol';
import type { Text } from '../../messages/text';
import { parseRule } from '@/lib/tools/permissions/rule';

/** What a rule matches, in words, or why it is invalid. */
export type RuleLabel = { readonly issue: string } | { readonly matches: string; readonly unknown?: string };

/** Parses a rule as the permission step does. `kinds` are the kinds of the pool's tools. */
export function ruleLabel(written: string, kinds: ReadonlyMap<string, ToolKind>, text: Text<'policy'>): RuleLabel {
  if (written.trim() === '') return { issue: text('ruleEmpty') };
  const rule = parseRule(written);
  if (!rule) return { issue: text('ruleWrong') };
  const { tool, pattern, source } = rule;
  const named = source ? `${tool} (${source})` : tool;
  const kind = kinds.get(tool);
  return {
    matches:
      pattern === undefined
        ? text('everyCall', { tool: named })
        : patternLabel(text, named, pattern, kind === 'execute'),
    ...(kind === undefined && kinds.size > 0 && { unknown: text('ruleUnknown', { tool }) }),
  };
}

function patternLabel(text: Text<'policy'>, tool: string, pattern: string, commands: boolean): string {
  if (!commands) return text('pathFits', { tool, pattern });
  if (pattern.endsWith(':*')) return text('commandBegins', { pattern: pattern.slice(0, -2) });
  return text(pattern.includes('*') ? 'commandForm' : 'commandExact', { pattern });
}
