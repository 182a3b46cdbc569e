import type { ToolResult } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { readOutput } from './dispatch/execution';
import { validateInput } from './dispatch/prepare';
import { failure } from './result';
import type { AnyTool, ToolContext } from './tool';

/** Calls a tool with any input, outside the pipeline. Never throws: invalid input or a failing tool becomes the result. */
export async function callTool(tool: AnyTool, input: unknown, context: ToolContext): Promise<ToolResult> {
  try {
    const { language = 'en', system } = context;
    const valid = validateInput(tool, input, { language, validation: 'block', ...(system && { system }) });
    return valid.ok ? readOutput(tool, await tool.execute(valid.value.input, context)) : valid.failure;
  } catch (error) {
    return failure('EXECUTION_ERROR', `${tool.name} failed: ${messageOf(error)}`);
  }
}
