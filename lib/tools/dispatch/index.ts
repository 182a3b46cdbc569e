export * from './call';
export type { CallContext } from './call-context';
export { createDispatcher, type Dispatcher, type DispatcherOptions, type DispatchOptions } from './dispatcher';
export { DEFAULT_ABORT_GRACE_MS, DEFAULT_DEADLINE_MS } from './execution';
export type { Invocation, OnStart } from './invocation';
export type { PipelineStep } from './pipeline';
