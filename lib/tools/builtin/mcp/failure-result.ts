import { McpFailure } from '@/lib/ports';
import type { ErrorCode, ToolResult } from '@/lib/protocol';
import { failure } from '../../result';

const NEXT: Partial<Record<ErrorCode, string>> = {
  INVALID_ARGS: 'Mend the arguments and make the call again.',
  TOOL_NOT_FOUND: 'Use one of these.',
  NOT_FOUND: 'Use ListMcpResources to see what there is.',
  UNSUPPORTED: 'Go on without it.',
  TIMEOUT: 'Try it once more, or go on without it.',
  NETWORK_ERROR: 'It is connected anew at the next call: try once more; if that fails too, go on without it.',
  SERVER_ERROR: 'Try it once more; if it fails again, go on without it.',
};

/** Why a server did not do it, with what to do next. Anything but an `McpFailure` is thrown on. */
export function mcpFailureResult(error: unknown): ToolResult {
  if (!(error instanceof McpFailure)) throw error;
  return failure(error.code, `${error.message} ${NEXT[error.code] ?? ''}`.trim());
}
