/** Characters of JSON that a guest may be called with. */
export const MAX_PARAMETERS = 8_000_000;
/** Characters of JSON that a guest may answer. */
export const MAX_ANSWER = 1_000_000;
/** Characters of console output that are kept, and of an error's message. */
export const MAX_LOG = 20_000;
