import { z } from 'zod';
import { SpelledCodeSchema } from './errors';
import { ValidationIssueSchema } from './issue';

/** A file change. The full texts stay in the tab, where their hashes find them; the patch travels. */
export const FileDiffSchema = z.object({
  path: z.string(),
  change: z.enum(['create', 'modify', 'delete', 'move']),
  /** Its path before it was moved to `path`. */
  from: z.string().optional(),
  /** Unified diff, cut to fit the metadata limit. */
  patch: z.string(),
  added: z.number().int().nonnegative(),
  removed: z.number().int().nonnegative(),
  /** SHA-256 of the text before and after, hexadecimal; absent if the file did not or does not exist. */
  beforeHash: z.string().optional(),
  afterHash: z.string().optional(),
});
export type FileDiff = z.infer<typeof FileDiffSchema>;

/** Why a call was refused, and by whom. */
const DenialSchema = z.object({
  source: z.enum(['hard-coded', 'rule', 'callback', 'mode', 'person', 'hook']),
  rule: z.string().optional(),
  reason: z.string(),
  /** What would be allowed instead. */
  hint: z.string().optional(),
});
export type Denial = z.infer<typeof DenialSchema>;

export const ContentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.object({
    type: z.literal('resource'),
    uri: z.string(),
    name: z.string().optional(),
    mimeType: z.string().optional(),
    text: z.string().optional(),
  }),
]);
export type Content = z.infer<typeof ContentSchema>;

/** The one shape of success and failure. `text` is always readable prose for the model. */
export const ToolResultSchema = z.object({
  success: z.boolean(),
  text: z.string(),
  error: SpelledCodeSchema.optional(),
  content: z.array(ContentSchema).optional(),
  structuredContent: z.unknown().optional(),
  /** One line for people. */
  summary: z.string().optional(),
  diff: FileDiffSchema.optional(),
  issues: z.array(ValidationIssueSchema).optional(),
  denial: DenialSchema.optional(),
  retryable: z.boolean().optional(),
  /** The run ends with this result: the model is not asked again until a person says something. */
  endsRun: z.boolean().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ToolResult = z.infer<typeof ToolResultSchema>;

/** When a call was queued, started and ended: milliseconds since the epoch, by the tab's clock. */
const TimingsSchema = z.object({
  queuedAt: z.number(),
  startedAt: z.number(),
  endedAt: z.number(),
  /** Whether it ran only to ask a person something, so that the time was theirs. */
  asks: z.boolean().optional(),
});
export type Timings = z.infer<typeof TimingsSchema>;

/** What one step of the pipeline did to a call, if it is worth reporting. Times as in `TimingsSchema`. */
export const TraceEntrySchema = z.object({
  /** The step's name: `rate-limit`, `permission`, `hooks`, `truncation`, `retry hint` … */
  step: z.string(),
  /** `passed` is only reported if something was run: a hook. */
  outcome: z.enum(['passed', 'changed', 'blocked', 'failed', 'noted']),
  /** One line for people. */
  note: z.string(),
  startedAt: z.number(),
  endedAt: z.number(),
});
export type TraceEntry = z.infer<typeof TraceEntrySchema>;

/** The metadata of a result, in `ToolMessage.metadata.toolyard`. */
export const ResultMetadataSchema = ToolResultSchema.omit({ text: true, content: true }).extend({
  timings: TimingsSchema.optional(),
  /** What the pipeline's steps did, in order. */
  trace: z.array(TraceEntrySchema).optional(),
  /** How many characters were left out of the text, and the hash under which the tab keeps the full text. */
  truncated: z.object({ omitted: z.number().int(), hash: z.string() }).optional(),
});
export type ResultMetadata = z.infer<typeof ResultMetadataSchema>;
