/** Maximum milliseconds for a call to an MCP server; a call without any sign of life is abandoned earlier. */
export const MOST_CALL_MS = 10 * 60_000;
