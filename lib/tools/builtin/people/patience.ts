/** Milliseconds a call may wait for a person: the maximum for a timer, 24 days. */
export const PATIENCE_MS = 2 ** 31 - 1;
