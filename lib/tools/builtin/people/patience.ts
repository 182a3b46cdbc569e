/** Milliseconds a call may wait for a person: the longest a timer can count, 24 days. */
export const PATIENCE_MS = 2 ** 31 - 1;
