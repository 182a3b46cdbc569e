import type { ToolKind } from '@/lib/protocol';
import { parseRule } from '@/lib/tools/permissions/rule';

/** What a rule means, in words, or what keeps it from meaning anything. */
export type RuleLabel = { readonly issue: string } | { readonly matches: string; readonly unknown?: string };

/** Reads a rule as the permission step does. `kinds` are the pool's tools. */
export function ruleLabel(text: string, kinds: ReadonlyMap<string, ToolKind>): RuleLabel {
  if (text.trim() === '') return { issue: 'Write a tool, or a tool and a pattern: Edit(src/**).' };
  const rule = parseRule(text);
  if (!rule) return { issue: 'Not a rule. Write a tool’s name, or its name and a pattern in brackets: Edit(src/**).' };
  const { tool, pattern, source } = rule;
  const named = source ? `${tool} (${source})` : tool;
  const kind = kinds.get(tool);
  return {
    matches: pattern === undefined ? `every call of ${named}` : patternLabel(named, pattern, kind === 'execute'),
    ...(kind === undefined &&
      kinds.size > 0 && { unknown: `No tool here is called ${tool}, so this matches nothing for now.` }),
  };
}

function patternLabel(tool: string, pattern: string, commands: boolean): string {
  if (!commands) return `${tool} where a path fits ${pattern}`;
  if (pattern.endsWith(':*')) return `commands that begin with ${pattern.slice(0, -2)}`;
  return pattern.includes('*') ? `commands of the form ${pattern}` : `the command ${pattern}, to the letter`;
}
