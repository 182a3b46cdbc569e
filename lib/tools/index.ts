export { ActivationSet } from '@/lib/discovery/activation-set';
export { ERROR_CODES, isRetryable, type ErrorCode, type ToolResult, type ValidationIssue } from '@/lib/protocol';
export {
  fromJsonSchema,
  parsePartialJson,
  toJsonSchema,
  validate,
  type PartialJson,
  type Validation,
} from '@/lib/schema';
export {
  AbortReason,
  abortReasonOf,
  abortedResult,
  failed,
  failure,
  ok,
  type FailureExtras,
  type Outcome,
} from './result';
export * from './agent';
export { toAnthropicTool, toApiTool, type AnthropicTool } from './api-tool';
export { builtinTools } from './builtin';
export { coreTools } from './builtin';
export { TOOL_CATEGORIES, type ToolCategory } from './category';
export * from './context';
export { ToolDefinitionError } from './tool-definition';
export { callTool, defineTool, type ToolDefinition, type ToolReturn } from './define-tool';
export * from './dispatch';
export * from './hooks';
export * from './middleware';
export * from './permissions';
export * from './pool';
export { createRateLimiter, rateLimit, type RateLimiter, type RateVerdict } from './dispatch/limits';
export { RETRY_HINTS, retryHintOn, type RetryHint, type Retry } from './retry-hint';
export { createRegistry, type Registry, type ToolListChanged } from './registry';
export * from './schedule';
export { createToolServer as createSdkMcpServer } from './server';
export * from './server';
export * from './tool';
export { tool, type McpContent, type McpToolResult, type ToolExtras } from './tool-function';
export { DEFAULT_OUTPUT_LIMIT, truncate, type Truncated } from './truncate';
