import { z } from 'zod';
import { CarelessSchema } from './careless';
import { LanguageSchema } from './language';

export const PermissionModeSchema = z.enum(['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions']);
export type PermissionMode = z.infer<typeof PermissionModeSchema>;

export const SpeedSchema = z.enum(['instant', 'fast', 'typing']);
export type Speed = z.infer<typeof SpeedSchema>;

/**
 * What the model is shown of each tool. `full`: all schemas at once; `lazy`: an index and ToolSearch, schemas on activation;
 * `deferred`: full schemas that the provider itself loads when they are searched for.
 */
export const DiscoverySchema = z.enum(['full', 'lazy', 'deferred']);
export type Discovery = z.infer<typeof DiscoverySchema>;

/**
 * How a model calls tools. `native`: in the provider's own format; `prompt`: in a dialect that its prompt explains; `auto`:
 * whatever the model does best, and a dialect if the server turns out not to support tools.
 */
const ToolModeSchema = z.enum(['auto', 'native', 'prompt']);
export type ToolMode = z.infer<typeof ToolModeSchema>;

/** The text syntaxes for calls. */
export const DialectNameSchema = z.enum([
  // Each is a file in lib/models/dialects.
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

/** Turns that a thread may take before it stops by itself. */
export const MAX_TURNS = 50;

/** The systems that the tools can imitate. */
export const PRESET_IDS: readonly string[] = ['open-agent-sdk', 'claude-agent-sdk', 'y-agent', 'dskcode'];

/**
 * What a client may set in `RunAgentInput.forwardedProps.toolyard`. Every field is optional: a field that a run leaves out keeps
 * its previous value. The server clamps `maxTurns` and `maxTokens`.
 */
export const AgentOptionsSchema = z.strictObject({
  /** Model adapter: `scripted` (the default, needs no key), `careless`, `anthropic`, `openai` or `gemini`. */
  model: z.string().max(100).optional(),
  /** The provider's own name for the model, such as `claude-sonnet-5`. */
  modelName: z.string().max(200).optional(),
  /** Base URL of an OpenAI-compatible server, including its version; empty for OpenAI's own. */
  baseURL: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]).optional(),
  /** How the model calls tools. Default: `auto`. */
  toolMode: ToolModeSchema.optional(),
  /** The dialect for `prompt`. Default: `auto`, the one the model knows best. */
  dialect: z.enum(['auto', ...DialectNameSchema.options]).optional(),
  /**
   * Keeps the bytes of the provider's replies in the log, for cassettes that replay them through the adapter. Default: false.
   */
  record: z.boolean().optional(),
  /** The scenario that the `scripted` or `careless` model plays. */
  scenario: z.string().max(100).optional(),
  /** How the `careless` model errs. */
  careless: CarelessSchema.optional(),
  /** How fast the `scripted` model types. */
  speed: SpeedSchema.optional(),
  /** Permission mode of the client; the model is told about it. */
  mode: PermissionModeSchema.optional(),
  /** The system whose names, fields and limits the tools have; empty for our own. */
  preset: z
    .string()
    .refine((id) => id === '' || PRESET_IDS.includes(id), { error: `There are: ${PRESET_IDS.join(', ')}.` })
    .optional(),
  /** What the model is shown of each tool. Default: `full`. */
  discovery: DiscoverySchema.optional(),
  /** Whether the provider should enforce the tool schemas while the model writes, if provider and schema allow it. */
  strict: z.boolean().optional(),
  /** Multiplies the number of calls that count as a loop, so that a rate limit can act before the loop guard. Default: 1. */
  guardPatience: z.number().int().min(1).max(20).optional(),
  /** The language in which the agent loop tells the model about calls that it ended and about loops. Default: `en`. */
  language: LanguageSchema.optional(),
  /** Maximum number of model turns since the last user message. */
  maxTurns: z.number().int().min(1).max(MAX_TURNS).optional(),
  /** Token budget of the whole thread and its sub-agents, input and output together. */
  maxTokens: z.number().int().min(1).optional(),
  /** Replaces the built-in system prompt. */
  system: z.string().max(100_000).optional(),
});
export type AgentOptions = z.infer<typeof AgentOptionsSchema>;
