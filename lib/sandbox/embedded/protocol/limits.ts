/** Bytes all files of the sandbox together may hold. */
export const MAX_FS_BYTES = 512 * 1024 * 1024;
/** Bytes of one message's payload, in either direction. */
export const MAX_MESSAGE_BYTES = 600 * 1024 * 1024;
/** Characters of output the kernel sends before the page has taken earlier ones; then the writer waits. */
export const OUTPUT_WINDOW = 1024 * 1024;
/** The same at a terminal, where a key has to be answered before all of it is on the screen. */
export const TERMINAL_WINDOW = 128 * 1024;
/** Characters of one output message. */
export const MAX_OUTPUT_CHARS = 256 * 1024;
/** Characters a captured child (in a pipe or substitution) may write before it is killed. */
export const MAX_CAPTURED_CHARS = 64 * 1024 * 1024;
/** Characters of input kept for a process that does not read. */
export const MAX_INPUT_CHARS = 64 * 1024 * 1024;
export const MAX_PROCESSES = 24;
/** Ports that programs listen on, all together. */
export const MAX_PORTS = 64;
/** Requests of one program that are under way. */
export const MAX_EXCHANGES = 256;
/** Bytes of the body of a request or of an answer between programs. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Milliseconds a search may take. */
export const SEARCH_DEADLINE_MS = 5_000;
/** Milliseconds a busy shell has to answer Ctrl-C before it is replaced. */
export const INTERRUPT_GRACE_MS = 400;
