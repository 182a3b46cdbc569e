const MCP_NAME = /^mcp__.+?__.+$/;

/** Whether a name has the form that tools of MCP servers have: `mcp__server__tool`. */
export const isMcpToolName = (name: string): boolean => MCP_NAME.test(name);

/** The name under which a server's tool joins the pool. What no provider takes in a name becomes `_`. */
export const mcpToolName = (server: string, tool: string): string => `mcp__${legal(server)}__${legal(tool)}`;

const legal = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_');
