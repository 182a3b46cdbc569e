/** Largest request body that the server reads, bytes. */
export const BODY_LIMIT = 16 * 1024 * 1024;
/** Largest text of one tool result, bytes of UTF-8. More than any tool promises: 100,000 characters of three bytes or more. */
export const RESULT_TEXT_LIMIT = 512 * 1024;
/** Largest metadata of one tool result, bytes of JSON. */
export const RESULT_METADATA_LIMIT = 64 * 1024;
