import { EventType, type CustomEvent } from '@ag-ui/core';
import { z } from 'zod';
import { CassetteSchema, RecordedReplySchema } from './cassette';

/** `CUSTOM` events of ours, by name. A client that does not know them loses nothing but decoration. */
export const CustomEventSchemas = {
  /** A model call failed and is made again. */
  'toolyard.retry': z.object({ attempt: z.number().int(), afterMs: z.number(), code: z.string(), message: z.string() }),
  /** A guard speaks: turn limit, budget, loop. */
  'toolyard.guard': z.object({
    guard: z.string(),
    level: z.enum(['warning', 'stop']),
    message: z.string(),
    /** The calls it speaks of, where it speaks of some. */
    callIds: z.array(z.string()).optional(),
  }),
  /** The tools whose full form the model sees from now on have changed. */
  'toolyard.activation': z.object({
    active: z.array(z.string()),
    added: z.array(z.string()),
    evicted: z.array(z.string()),
  }),
  /** The recording that this thread replays. */
  'toolyard.cassette': CassetteSchema,
  /** The bytes of a provider's reply, after the turn they made up; where the options ask for them. */
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
    /** US dollars; 0 where the price is unknown or nothing is paid. */
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
