import type { AGUIEvent } from '@ag-ui/core';
import { EventSchema } from '@ag-ui/core/schemas';
import { z } from 'zod';
import { InvalidEventError } from './event-log';

const checked = new WeakSet<AGUIEvent>();

/** Throws `InvalidEventError` for what could not be read again from a log. An event is looked at once, however often it is handed on. */
export function checkEvent(event: AGUIEvent): void {
  if (checked.has(event)) return;
  const { success, error } = EventSchema.safeParse(event);
  if (!success) throw new InvalidEventError(`This event cannot be logged: ${z.prettifyError(error)}`);
  checked.add(event);
}
