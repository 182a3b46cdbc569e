export { promptSubmitted, stopping, type HookTrace, type PromptOutcome, type StopOutcome } from './conversation-hooks';
export type { StateEvent, HookedResult, HookPayloads } from './hook-event';
export { createHookRunner, HOOK_DEADLINE_MS, runHook, type HookRun, type HookRunner, matchesTool } from './hook-runner';
export { hooks as hookStep, wouldBlock } from './hook-step';
export { permissionHooks } from './hook-step';
export { notify } from './conversation-hooks';
