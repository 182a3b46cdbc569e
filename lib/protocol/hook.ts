import { z } from 'zod';

/** When a hook is asked. Further names come with the parts that fire them. */
export const HOOK_EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'Stop'] as const;
export const HookEventSchema = z.enum(HOOK_EVENTS);
export type HookEvent = z.infer<typeof HookEventSchema>;

/** A hook as a person wrote it: the body of a function of `event`, run in a guest worker and killed at its deadline. */
export const HookSchema = z.object({
  id: z.string(),
  name: z.string(),
  event: HookEventSchema,
  /** Names of tools, separated by `|`; `*` within a name matches anything. Left out: every tool. */
  matcher: z.string().optional(),
  /** JavaScript: a function body with `event` in scope, which returns a `HookAnswer` or nothing. */
  source: z.string().max(100_000),
  enabled: z.boolean(),
  /** Milliseconds. */
  deadlineMs: z.number().int().min(10).max(60_000).optional(),
});
export type Hook = z.infer<typeof HookSchema>;

/** What a hook may answer; parsed, as it comes from a guest. What does not fit its event is ignored and noted. */
export const HookAnswerSchema = z.strictObject({
  /** PreToolUse, UserPromptSubmit: the call or prompt goes no further. Stop: the agent goes on. */
  block: z.boolean().optional(),
  /** Why, for the model and the person. */
  reason: z.string().max(10_000).optional(),
  /** PreToolUse: replaces the input, which is validated again. */
  input: z.record(z.string(), z.unknown()).optional(),
  /** PostToolUse, PostToolUseFailure: replaces the text the model reads. */
  output: z.string().optional(),
  /** UserPromptSubmit, PostToolUse, PostToolUseFailure: added to what the model reads. */
  context: z.string().max(10_000).optional(),
});
export type HookAnswer = z.infer<typeof HookAnswerSchema>;
