import { EventType, type CustomEvent } from '@ag-ui/core';
import { z } from 'zod';
import { CassetteSchema, RecordedReplySchema } from './cassette';

/** Our own `CUSTOM` events, by name. A client that does not know them loses only decoration. */
export const CustomEventSchemas = {
  /** A model call failed and is retried. */
  'toolyard.retry': z.object({ attempt: z.number().int(), afterMs: z.number(), code: z.string(), message: z.string() }),
  /** A message from a guard: turn limit, budget or loop. */
  'toolyard.guard': z.object({
    guard: z.string(),
    level: z.enum(['warning', 'stop']),
    message: z.string(),
    /** The calls it is about, if any. */
    callIds: z.array(z.string()).optional(),
  }),
  /** The set of tools whose full schema the model sees has changed. */
  'toolyard.activation': z.object({
    active: z.array(z.string()),
    added: z.array(z.string()),
    evicted: z.array(z.string()),
  }),
  /** The recording that this thread replays. */
  'toolyard.cassette': CassetteSchema,
  /** The bytes of a provider's reply, after the turn they made up; only if the options ask for them. */
  'toolyard.reply': RecordedReplySchema,
  /** Stands for an entry of the log that cannot be read. */
  'toolyard.unreadable': z.object({ seq: z.number(), reason: z.string() }),
  /** The model's stop reason and what one turn cost. */
  'toolyard.turn': z.object({
    stop: z.string(),
    model: z.string(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    cachedInputTokens: z.number(),
    /** US dollars; 0 if the price is unknown or nothing is paid. */
    cost: z.number(),
    startedAt: z.number(),
    firstTokenAt: z.number().optional(),
    endedAt: z.number(),
  }),
} as const;

export type CustomEventName = keyof typeof CustomEventSchemas;
export type CustomEventValue<N extends CustomEventName> = z.infer<(typeof CustomEventSchemas)[N]>;

/** One of our own events. */
export const customEvent = <N extends CustomEventName>(name: N, value: CustomEventValue<N>): CustomEvent => ({
  type: EventType.CUSTOM,
  name,
  value,
});
