/** Maximum bytes of all files of the sandbox together. */
export const MAX_FS_BYTES = 512 * 1024 * 1024;
/** Maximum bytes of one message's payload, in either direction. */
export const MAX_MESSAGE_BYTES = 600 * 1024 * 1024;
/** Characters of output the kernel sends ahead of the page's acknowledgement; beyond that, the writer waits. */
export const OUTPUT_WINDOW = 1024 * 1024;
/** The same for a terminal, where a key must get a response before all of it is on the screen. */
export const TERMINAL_WINDOW = 128 * 1024;
/** Maximum characters of one output message. */
export const MAX_OUTPUT_CHARS = 256 * 1024;
/** Characters a captured child (in a pipe or substitution) may write before it is killed. */
export const MAX_CAPTURED_CHARS = 64 * 1024 * 1024;
/** Characters of input that a shell sends a program ahead of what it has read; beyond that, whoever writes to it waits. */
export const INPUT_WINDOW = 1024 * 1024;
/** How much of it a program reads before that is told. */
export const INPUT_STEP = INPUT_WINDOW / 4;
/** Maximum characters of input kept for a process that does not read. */
export const MAX_INPUT_CHARS = 64 * 1024 * 1024;
export const MAX_PROCESSES = 24;
/** Maximum ports that all programs together listen on. */
export const MAX_PORTS = 64;
/** Maximum concurrent requests of one program. */
export const MAX_EXCHANGES = 256;
/** Maximum bytes of the body of a request or response between programs. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Timeout of a search, in milliseconds. */
export const SEARCH_DEADLINE_MS = 5_000;
/** Milliseconds a busy shell has to respond to Ctrl-C before it is replaced. */
export const INTERRUPT_GRACE_MS = 400;
