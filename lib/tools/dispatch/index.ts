export * from './call';
export {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type DispatchOptions,
  type CallContext,
} from './dispatcher';
export { DEFAULT_ABORT_GRACE_MS, DEFAULT_DEADLINE_MS } from './execution';
export type { Invocation } from './invocation';
export type { PipelineStep } from './pipeline';
