import { isRetryable, ToolResultSchema, type ToolResult } from '@/lib/protocol';
import { validate } from '@/lib/schema';
import { z } from 'zod';
import { failure } from '../result';
import type { AnyTool } from '../tool';

const OutputSchema = ToolResultSchema.extend({ success: z.boolean().optional() });

/** Makes a result of what a tool returned, whatever that is. */
export function readOutput(tool: AnyTool, output: unknown): ToolResult {
  if (typeof output === 'string') return checkStructure(tool, { success: true, text: output });
  const read = OutputSchema.safeParse(output);
  if (!read.success) {
    return failure(
      'INVALID_OUTPUT',
      `${tool.name} ran, but returned something that is neither text nor a result. This is a fault of the tool, not of ` +
        'the call: do not repeat it, look at its effect or go on another way.',
    );
  }
  const { success = read.data.error === undefined, ...rest } = read.data;
  if (success) return checkStructure(tool, { success, ...rest });
  const error = rest.error ?? 'EXECUTION_ERROR';
  return { ...rest, success, error, retryable: isRetryable(error) && rest.retryable !== false };
}

/** A tool that promises structured output has to keep the promise. */
function checkStructure(tool: AnyTool, result: ToolResult): ToolResult {
  if (!tool.output) return result;
  const checked = validate(tool.output, result.structuredContent);
  if (checked.ok) return { ...result, structuredContent: checked.value };
  const faults = checked.issues.map(
    ({ path, expected, received }) => `${path} should be ${expected} and is ${received}`,
  );
  const text = `${tool.name} ran, but its output is not what its schema promises: ${faults.join('; ')}.`;
  return failure('INVALID_OUTPUT', text, { issues: checked.issues });
}
