import { McpFailure, type McpConnections } from '@/lib/ports';
import { abortReasonOf, abortedResult, ok, type Outcome } from '../../result';
import { need } from '../../requirements';
import type { ToolContext } from '../../tool';
import { mcpFailureResult } from './failure-result';

/** Uses the MCP connections; a failure becomes a result that says why and what to do next. */
export async function askMcp<T>(context: ToolContext, work: (mcp: McpConnections) => Promise<T>): Promise<Outcome<T>> {
  const mcp = need(context, 'mcp');
  if (!mcp.ok) return mcp;
  try {
    return ok(await work(mcp.value));
  } catch (error) {
    if (context.signal.aborted) return { ok: false, failure: abortedResult(abortReasonOf(context.signal)) };
    if (error instanceof McpFailure) return { ok: false, failure: mcpFailureResult(error, context) };
    throw error;
  }
}

export const SERVER_HINT = 'The name of the server, such as playground, which runs in the page.';
