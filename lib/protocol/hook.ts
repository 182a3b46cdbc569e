import { z } from 'zod';

/** Events that a hook is only told about: they have already happened, and its answer changes nothing. */
export const NOTIFY_ONLY_EVENTS = [
  'PermissionDenied',
  'SessionStart',
  'SessionEnd',
  'SubagentStart',
  'SubagentStop',
  'TaskCreated',
  'TaskCompleted',
  'TodoListUpdated',
  'ConfigChange',
  'CwdChanged',
  'FileChanged',
  'Notification',
  'WorktreeCreate',
  'WorktreeRemove',
] as const;
export type NotifyOnlyEvent = (typeof NOTIFY_ONLY_EVENTS)[number];

/** When a hook is asked or told: first the events whose answers count. */
export const HOOK_EVENTS = [
  'PermissionRequest',
  'Middleware',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'UserPromptSubmit',
  'Stop',
  ...NOTIFY_ONLY_EVENTS,
] as const;
const HookEventSchema = z.enum(HOOK_EVENTS);
export type HookEvent = z.infer<typeof HookEventSchema>;

/** Events about one call: the hook's matcher says which tools it wants to hear about. */
export const CALL_EVENTS: readonly HookEvent[] = [
  'PermissionRequest',
  'Middleware',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionDenied',
];

/** A hook as a person wrote it: the body of a function of `event`, run in a sandboxed worker and killed at its deadline. */
export const HookSchema = z.object({
  id: z.string(),
  name: z.string(),
  event: HookEventSchema,
  /** Names of tools, separated by `|`; `*` within a name matches anything. Default: every tool. */
  matcher: z.string().optional(),
  /** JavaScript: a function body with `event` in scope that returns a `HookAnswer` or nothing. */
  source: z.string().max(100_000),
  enabled: z.boolean(),
  /** Milliseconds. */
  deadlineMs: z.number().int().min(10).max(60_000).optional(),
});
export type Hook = z.infer<typeof HookSchema>;

/**
 * What a hook may answer; parsed, because it comes from a sandboxed worker. Fields that do not fit the event are ignored and
 * noted.
 */
export const HookAnswerSchema = z.strictObject({
  /** PermissionRequest: the call may run, and nobody else is asked. */
  allow: z.boolean().optional(),
  /** PermissionRequest, Middleware, PreToolUse, UserPromptSubmit: stops the call or prompt. Stop: the agent continues. */
  block: z.boolean().optional(),
  /** Why, for the model and the person. */
  reason: z.string().max(10_000).optional(),
  /** Middleware, PreToolUse, and PermissionRequest with `allow`: replaces the input, which is validated again. */
  input: z.record(z.string(), z.unknown()).optional(),
  /** Middleware, PostToolUse, PostToolUseFailure: replaces the text the model reads. */
  output: z.string().optional(),
  /** UserPromptSubmit, Middleware, PostToolUse, PostToolUseFailure: added to what the model reads. */
  context: z.string().max(10_000).optional(),
});
export type HookAnswer = z.infer<typeof HookAnswerSchema>;
