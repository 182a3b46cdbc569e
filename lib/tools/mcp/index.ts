export { createMcpConnections, type StoredMcp, type McpOptions } from './connections';
export { createPlayground, PLAYGROUND_SERVER } from './playground';
export { reachOverHttp } from './connection';
