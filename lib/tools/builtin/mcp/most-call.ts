/** How long a call to an MCP server may take in all, milliseconds; one of which nothing is heard is given up before. */
export const MOST_CALL_MS = 10 * 60_000;
