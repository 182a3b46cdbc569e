import type { AnyTool, ToolContext } from '../tool';
import { formatRule, parseRule, ruleName } from './rule';

/** The rule that `always allow` would save for a call: the tool's own suggestion, or all calls of the tool. Names its source. */
export async function suggestRule(tool: AnyTool, input: unknown, context: ToolContext): Promise<string> {
  const own = await tool.suggestRule?.(input, context);
  const rule = own === undefined ? undefined : parseRule(own);
  return formatRule(ruleName(tool), rule?.tool === tool.name ? rule.pattern : undefined);
}
