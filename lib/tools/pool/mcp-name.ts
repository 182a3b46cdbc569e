const MCP_NAME = /^mcp__.+?__.+$/;

/** Whether a name has the form of MCP tools: `mcp__server__tool`. */
export const isMcpToolName = (name: string): boolean => MCP_NAME.test(name);

/** The name of a server's tool in the pool. Characters that no provider accepts become `_`. */
export const mcpToolName = (server: string, tool: string): string => `mcp__${legal(server)}__${legal(tool)}`;

const legal = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_');
