export { assembleToolPool, type Excluded, type ToolPool, type ToolPoolParts } from './assemble-tool-pool';
export { offBecause, type Enablement } from './enablement';
export { filterTools, type ToolFilter } from './filter-tools';
export { isMcpToolName, mcpToolName } from './mcp-name';
export { offRefusal } from './off-refusal';
export { poolEntry, type OffReason, type PoolEntry } from './pool-entry';
export { RestrictionStack } from './restriction-stack';
