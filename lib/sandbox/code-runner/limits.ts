/** Maximum characters of JSON that sandboxed code is called with. */
export const MAX_PARAMETERS = 8_000_000;
/** Maximum characters of JSON that sandboxed code returns. */
export const MAX_ANSWER = 1_000_000;
/** Maximum characters of console output that are kept, and of an error's message. */
export const MAX_LOG = 20_000;
