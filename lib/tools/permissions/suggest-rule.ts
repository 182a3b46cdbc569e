import type { AnyTool, ToolContext } from '../tool';

/** The rule that `always allow` would save for a call: the tool's own suggestion, or all calls of the tool. */
export const suggestRule = async (tool: AnyTool, input: unknown, context: ToolContext): Promise<string> =>
  (await tool.suggestRule?.(input, context)) ?? tool.name;
