import { z } from 'zod';

export const PermissionModeSchema = z.enum(['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions']);
export type PermissionMode = z.infer<typeof PermissionModeSchema>;

export const SpeedSchema = z.enum(['instant', 'fast', 'typing']);
export type Speed = z.infer<typeof SpeedSchema>;

/**
 * What of each tool a model is shown: `full` forms at once; `lazy`, an index and ToolSearch, forms on activation; or
 * `deferred`, full forms that the provider itself loads when they are searched for.
 */
export const DiscoverySchema = z.enum(['full', 'lazy', 'deferred']);
export type Discovery = z.infer<typeof DiscoverySchema>;

/** Turns a thread may take before it stops by itself. */
export const MAX_TURNS = 50;

/**
 * What a client may choose, in `RunAgentInput.forwardedProps.toolyard`. Every field is optional: what a leg leaves out
 * keeps the value of the leg before it. The server clamps `maxTurns` and `maxTokens`.
 */
export const AgentOptionsSchema = z.strictObject({
  /** Model port adapter: `scripted` needs no key; `anthropic` needs one. */
  model: z.string().max(100).optional(),
  /** The provider's own model name, such as `claude-sonnet-5`. */
  modelName: z.string().max(200).optional(),
  /** Which scripted conversation the `scripted` model speaks. */
  scenario: z.string().max(100).optional(),
  /** How fast the `scripted` model types. */
  speed: SpeedSchema.optional(),
  /** Permission mode of the hands; the model is told of it. */
  mode: PermissionModeSchema.optional(),
  /** What of each tool the model is shown. Default: `full`. */
  discovery: DiscoverySchema.optional(),
  /** Model turns since the last user message. */
  maxTurns: z.number().int().min(1).max(MAX_TURNS).optional(),
  /** Token budget of the whole thread, input and output together. */
  maxTokens: z.number().int().min(1).optional(),
  /** Replaces the built-in system prompt. */
  system: z.string().max(100_000).optional(),
});
export type AgentOptions = z.infer<typeof AgentOptionsSchema>;

/** `RunAgentInput.forwardedProps`, of which only `toolyard` is ours. */
export const ForwardedPropsSchema = z.looseObject({ toolyard: AgentOptionsSchema.optional() });
