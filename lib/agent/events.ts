import { EventType, type AGUIEvent } from '@ag-ui/core';
import type { CustomEventName, CustomEventValue } from '@/lib/protocol';

/** A `CUSTOM` event of ours. */
export const custom = <N extends CustomEventName>(name: N, value: CustomEventValue<N>): AGUIEvent => ({
  type: EventType.CUSTOM,
  name,
  value,
});

/** The event with the time it was made, milliseconds since the epoch. */
export const stamped = (event: AGUIEvent, timestamp: number): AGUIEvent => ({ ...event, timestamp });
