import { McpFailure } from '@/lib/ports';
import type { ErrorCode, ToolResult } from '@/lib/protocol';
import { failure } from '../../result';
import { naming, type Addressed } from '../../system';

const NEXT: Partial<Record<ErrorCode, string>> = {
  INVALID_ARGS: 'Mend the arguments and make the call again.',
  TOOL_NOT_FOUND: 'Use one of these.',
  UNSUPPORTED: 'Go on without it.',
  NETWORK_ERROR: 'It is connected anew at the next call.',
};

/** The result for an `McpFailure`, with advice on what to do next. Rethrows any other error. */
export function mcpFailureResult(error: unknown, context: Addressed = {}): ToolResult {
  if (!(error instanceof McpFailure)) throw error;
  const next =
    error.code === 'NOT_FOUND'
      ? naming(context, ['ListMcpResources'], (list) => `Use ${list} to see what there is.`)
      : (NEXT[error.code] ?? '');
  return failure(error.code, `${error.message} ${next}`.trim(), { ...(!error.sent && { details: { sent: false } }) });
}
