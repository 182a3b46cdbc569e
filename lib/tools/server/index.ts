export { createToolServer, type ToolServer, type ToolServerOptions } from './create-tool-server';
