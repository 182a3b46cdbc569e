import type { Content, ToolResult } from '@/lib/protocol';
import { ErrorCode, McpError, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { createDispatcher, type CallContext, type ToolCall } from '../dispatch';
import type { Permissions } from '../permissions';
import type { Registry } from '../registry';

/** Connecting a client to the server implies permission for its tools; hard-coded refusals still apply. */
const ALLOWED: Permissions = {
  mode: () => 'bypassPermissions',
  rules: () => [],
  ask: () => Promise.reject(new Error('Nobody can be asked.')),
  allowAlways: () => undefined,
};

/** Answers `tools/call` through the pipeline. Throws InvalidParams for an unknown or disabled tool or invalid arguments. */
export function caller(
  registry: Registry,
  context: CallContext,
): (call: ToolCall, signal: AbortSignal) => Promise<CallToolResult> {
  const dispatcher = createDispatcher({ registry, permissions: ALLOWED, contextFor: () => context });
  return async (call, signal) => {
    const off = registry.entry(call.name)?.enabled !== true;
    const { phase, result } = await dispatcher.dispatch(call, { signal });
    if (off || phase === 'invalid') throw new McpError(ErrorCode.InvalidParams, result.text, { issues: result.issues });
    if (result.error === 'INVALID_OUTPUT' && result.issues) {
      const message = result.issues.map(({ path, message: said }) => `${path} ${said}`).join('; ');
      throw new McpError(ErrorCode.InvalidParams, `Invalid structured content for tool ${call.name}: ${message}`, {
        issues: result.issues,
      });
    }
    return toCallToolResult(result);
  };
}

const StructureSchema = z.record(z.string(), z.unknown());

function toCallToolResult({ success, text, content, structuredContent }: ToolResult): CallToolResult {
  const structure = StructureSchema.safeParse(structuredContent);
  return {
    content: content && success ? content.map(partOf) : [{ type: 'text', text }],
    ...(structure.success && { structuredContent: structure.data }),
    ...(!success && { isError: true }),
  };
}

function partOf(part: Content): CallToolResult['content'][number] {
  if (part.type !== 'resource') return part;
  const { uri, name = uri, mimeType, text } = part;
  return text === undefined
    ? { type: 'resource_link', uri, name, mimeType }
    : { type: 'resource', resource: { uri, mimeType, text } };
}
