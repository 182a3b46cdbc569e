export {
  finalPhase,
  toResultMetadata,
  type CallResult,
  type DispatchPhase,
  type FinalPhase,
  type ResolvedCall,
  type ToolCall,
} from '../result';
export { createDispatcher, type Dispatcher, type DispatcherOptions, type DispatchOptions } from './dispatcher';
export { DEFAULT_ABORT_GRACE_MS, DEFAULT_DEADLINE_MS } from '../invocation';
export type { Invocation, OnStart, CallContext } from '../invocation';
export type { PipelineStep } from './pipeline';
