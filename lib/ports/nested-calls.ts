import type { ToolResult } from '@/lib/protocol';

/** Makes further calls from inside one: each passes the whole pipeline, permission included. Never rejects. */
export interface NestedCalls {
  call(call: { name: string; input: unknown }, signal: AbortSignal): Promise<ToolResult>;
}
