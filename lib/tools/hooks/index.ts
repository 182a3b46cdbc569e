export {
  notify,
  promptSubmitted,
  stopping,
  type HookTrace,
  type PromptOutcome,
  type StopOutcome,
} from './conversation-hooks';
export type { StateEvent, HookedResult, HookPayloads } from './hook-event';
export { HOOK_DEADLINE_MS, runHookCode, type HookRun, type HookRunner } from './hook-runner';
export {
  createHookRunner,
  hooks as hookStep,
  matchesTool,
  permissionHooks,
  wouldBlock,
  writtenMiddleware,
} from './hook-step';
