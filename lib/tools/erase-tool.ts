import type { AnyTool, Tool } from './tool';

/**
 * Erases a tool's types so that it fits in a container of tools. Sound because a container's tools are only called through
 * dispatch, which validates every input against the tool's own schema first.
 */
export const eraseTool = <I, O>(tool: Tool<I, O>): AnyTool => tool;
