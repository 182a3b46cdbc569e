import { EventType } from '@ag-ui/core';
import { EventSchemas } from '@ag-ui/core/schemas';
import { parseJson, type LogLine } from '@/lib/protocol';
import type { EventSourceMessage } from 'eventsource-parser';
import { z } from 'zod';

const SeqSchema = z.coerce.number().int().positive();

/**
 * One line of the log from one SSE message. An event this page does not know becomes a `RAW` event: it changes nothing,
 * but its sequence number counts. A message without a sequence number is no line of the log.
 */
export function parseLogLine(message: EventSourceMessage): LogLine | undefined {
  const seq = SeqSchema.safeParse(message.id);
  if (!seq.success) return undefined;
  const event = parseJson(EventSchemas, message.data);
  if (event.ok) return { seq: seq.data, event: event.value };
  return { seq: seq.data, event: { type: EventType.RAW, event: message.data, source: 'unknown' } };
}
