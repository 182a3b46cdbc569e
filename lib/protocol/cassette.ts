import { z } from 'zod';
import { AgentOptionsSchema } from './options';

export const CASSETTE_VERSION = 1;
/** Largest cassette that can be replayed, in bytes of JSON: it travels in one request, together with the tool schemas. */
export const CASSETTE_LIMIT = 8 * 1024 * 1024;

/** Milliseconds since the turn began. */
const at = z.number().min(0);

/** A piece of what a model said. */
const PieceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), at, delta: z.string() }),
  z.object({ type: z.literal('reasoning'), at, delta: z.string() }),
  z.object({ type: z.literal('call-start'), at, id: z.string(), name: z.string() }),
  z.object({ type: z.literal('call-args'), at, id: z.string(), delta: z.string() }),
  z.object({ type: z.literal('call-end'), at, id: z.string() }),
]);
export type RecordedPiece = z.infer<typeof PieceSchema>;

/** A provider's own reply, as it came over the wire. */
export const RecordedReplySchema = z.object({
  /** The provider whose format the stream has. */
  wire: z.enum(['anthropic', 'openai']),
  chunks: z.array(z.object({ at, text: z.string() })),
});
export type RecordedReply = z.infer<typeof RecordedReplySchema>;

const EntrySchema = z.discriminatedUnion('kind', [
  /** `from`: the agent that said it, unless it was a person. */
  z.object({ kind: z.literal('said'), text: z.string(), from: z.string().optional() }),
  z.object({
    kind: z.literal('turn'),
    model: z.string(),
    stop: z.enum(['end', 'tool_calls', 'max_tokens', 'refusal', 'pause', 'context_exceeded']),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number(), cachedInputTokens: z.number() }),
    durationMs: z.number(),
    pieces: z.array(PieceSchema),
    /** Present if the provider's bytes were recorded: they are replayed through its adapter. */
    reply: RecordedReplySchema.optional(),
  }),
  z.object({
    kind: z.literal('result'),
    callId: z.string(),
    text: z.string(),
    error: z.string().optional(),
    /** How long the call ran. */
    durationMs: z.number().optional(),
  }),
]);
export type CassetteEntry = z.infer<typeof EntrySchema>;
export type RecordedTurn = Extract<CassetteEntry, { kind: 'turn' }>;

/** What was said to a sub-agent, and what it said and did, in its own conversation. */
const AgentRecordingSchema = z.object({
  /** Its name in the recording, such as `agent-1`. */
  id: z.string(),
  /** The agent that started it (`main` or another one listed here), and the call that did. */
  parent: z.string(),
  callId: z.string(),
  entries: z.array(EntrySchema).min(1).max(10_000),
});

/** A recorded run: what a person said, what the model answered and the results of its calls, in that order. */
export const CassetteSchema = z.strictObject({
  toolyard: z.literal('cassette'),
  version: z.literal(CASSETTE_VERSION),
  title: z.string(),
  /** ISO 8601. */
  recordedAt: z.string(),
  /** The scenario whose project and setup it ran in. */
  scenario: z.string().optional(),
  /** The other options that were in effect. */
  options: AgentOptionsSchema.pick({
    mode: true,
    discovery: true,
    toolMode: true,
    dialect: true,
    maxTurns: true,
    system: true,
  }),
  entries: z.array(EntrySchema).min(1).max(10_000),
  /** Sub-agents, at every depth. */
  agents: z.array(AgentRecordingSchema).max(1000).optional(),
});
export type Cassette = z.infer<typeof CassetteSchema>;
