/** The part of `lib/tools` that a page loads to run calls: without what serves tools over MCP or talks to models. */
export { toApiTool } from './api-tool';
export { createDispatcher } from './dispatch';
export { assembleToolPool } from './pool';
export { createRegistry } from './registry';
export { schedule } from './schedule';
