import { z } from 'zod';
import { CarelessSchema } from './careless';
import { LanguageSchema } from './language';

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

/**
 * How a model calls tools: `native`, in the provider's own form; `prompt`, in a dialect it is taught in its prompt; or `auto`,
 * as the model is known to do best, and in the dialect where the server turns out to take no tools.
 */
const ToolModeSchema = z.enum(['auto', 'native', 'prompt']);
export type ToolMode = z.infer<typeof ToolModeSchema>;

/** The syntaxes in which calls are written as text. */
export const DialectNameSchema = z.enum([
  // Each is a file of lib/models/dialects.
  'xml',
  'json',
  'function',
  'dsml',
  'minimax',
  'glm',
  'longcat',
  'generic',
]);
export type DialectName = z.infer<typeof DialectNameSchema>;

/** Turns a thread may take before it stops by itself. */
export const MAX_TURNS = 50;

/** The systems whose designs the tools can have. */
export const PRESET_IDS: readonly string[] = ['open-agent-sdk', 'claude-agent-sdk', 'y-agent', 'dskcode'];

/**
 * What a client may choose, in `RunAgentInput.forwardedProps.toolyard`. Every field is optional: what a run leaves out
 * keeps the value of the run before it. The server clamps `maxTurns` and `maxTokens`.
 */
export const AgentOptionsSchema = z.strictObject({
  /** Model port adapter: `scripted` (the default, needs no key), `careless`, `anthropic`, `openai` or `gemini`. */
  model: z.string().max(100).optional(),
  /** The provider's own model name, such as `claude-sonnet-5`. */
  modelName: z.string().max(200).optional(),
  /** Where the API of an OpenAI-compatible server is, with its version; empty means OpenAI's own. */
  baseURL: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]).optional(),
  /** How the model calls tools. Default: `auto`. */
  toolMode: ToolModeSchema.optional(),
  /** The syntax of `prompt`. Default: `auto`, the one the model knows best. */
  dialect: z.enum(['auto', ...DialectNameSchema.options]).optional(),
  /** Keeps the bytes of the provider's replies in the log, for cassettes that replay them through the adapter. Default: not. */
  record: z.boolean().optional(),
  /** Which scripted conversation the `scripted` or the `careless` model speaks. */
  scenario: z.string().max(100).optional(),
  /** How the `careless` model errs. */
  careless: CarelessSchema.optional(),
  /** How fast the `scripted` model types. */
  speed: SpeedSchema.optional(),
  /** Permission mode of the client; the model is told of it. */
  mode: PermissionModeSchema.optional(),
  /** The system whose names, fields and limits the tools have; empty means ours. */
  preset: z
    .string()
    .refine((id) => id === '' || PRESET_IDS.includes(id), { error: `There are: ${PRESET_IDS.join(', ')}.` })
    .optional(),
  /** What of each tool the model is shown. Default: `full`. */
  discovery: DiscoverySchema.optional(),
  /** Whether the provider is to hold the model to the tools' schemas while it writes, where both allow it. */
  strict: z.boolean().optional(),
  /** How many times as many calls as usual make a loop: where a rate limit is to speak before the loop guard. Default: 1. */
  guardPatience: z.number().int().min(1).max(20).optional(),
  /** In what the agent loop speaks to the model of calls it ended and of loops. Default: `en`. */
  language: LanguageSchema.optional(),
  /** Model turns since the last user message. */
  maxTurns: z.number().int().min(1).max(MAX_TURNS).optional(),
  /** Token budget of the whole thread and the agents that work for it, input and output together. */
  maxTokens: z.number().int().min(1).optional(),
  /** Replaces the built-in system prompt. */
  system: z.string().max(100_000).optional(),
});
export type AgentOptions = z.infer<typeof AgentOptionsSchema>;
