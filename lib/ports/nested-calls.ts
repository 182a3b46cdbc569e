import type { ToolResult } from '@/lib/protocol';

/** Makes further calls from inside a call: each passes through the whole pipeline, including permissions. Never rejects. */
export interface NestedCalls {
  call(call: { name: string; input: unknown }, signal: AbortSignal): Promise<ToolResult>;
}
