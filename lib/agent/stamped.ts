import type { AGUIEvent } from '@ag-ui/core';

/** The event with the time it was made, milliseconds since the epoch. */
export const stamped = (event: AGUIEvent, timestamp: number): AGUIEvent => ({ ...event, timestamp });
