/**
 * How much of this machine one stranger may use: every limit of the server, by the environment variable that sets it. A
 * session is identified by its cookie or bearer string, an address by its IPv4 address or the first 64 bits of its IPv6
 * address.
 */
export const LIMITS = {
  TOOLYARD_CONNECTIONS: { value: 10_000, what: 'open connections in all' },
  TOOLYARD_ADDRESS_CONNECTIONS: { value: 2_500, what: 'open connections of one address' },
  TOOLYARD_HEADERS_SECONDS: { value: 10, what: 'seconds for the head of a request, from the connection on' },
  TOOLYARD_REQUEST_SECONDS: { value: 60, what: 'seconds for a whole request' },
  TOOLYARD_IDLE_SECONDS: { value: 120, what: 'seconds a connection may be silent in both directions' },
  TOOLYARD_SESSION_REQUESTS: { value: 1_200, what: 'requests a minute of one session' },
  TOOLYARD_ADDRESS_REQUESTS: { value: 12_000, what: 'requests a minute of one address' },
  TOOLYARD_SESSION_STREAMS: { value: 200, what: 'open streams of one session' },
  TOOLYARD_ADDRESS_STREAMS: { value: 2_000, what: 'open streams of one address' },
  TOOLYARD_SESSION_RUNS: { value: 100, what: 'runs at once of one session' },
  TOOLYARD_ADDRESS_RUNS: { value: 2_000, what: 'runs at once of one address' },
  TOOLYARD_SESSION_SERVICES: {
    value: 30,
    what: 'pages, searches and lists of models asked for at once by one session',
  },
  TOOLYARD_ADDRESS_SERVICES: {
    value: 60,
    what: 'pages, searches and lists of models asked for at once by one address',
  },
  TOOLYARD_SESSION_EXCHANGES: { value: 200, what: 'requests to MCP servers at once of one session' },
  TOOLYARD_ADDRESS_EXCHANGES: { value: 2_000, what: 'requests to MCP servers at once of one address' },
  TOOLYARD_SESSION_THREADS: { value: 5_000, what: 'kept threads of one session' },
  TOOLYARD_ADDRESS_THREADS: { value: 50_000, what: 'kept threads of one address' },
  TOOLYARD_SESSION_BYTES: { value: 1_000_000_000, what: 'bytes of threads of one session; a deleted one counts 1,000' },
  TOOLYARD_ADDRESS_BYTES: { value: 5_000_000_000, what: 'bytes of threads of one address; a deleted one counts 1,000' },
  TOOLYARD_GONE_DAYS: { value: 30, what: 'days for which it is known that a thread was deleted' },
  TOOLYARD_THREAD_BYTES: { value: 64_000_000, what: 'bytes of one thread' },
  TOOLYARD_ADDRESS_MEMORY: { value: 500_000_000, what: 'bytes of threads that run at once from one address' },
  TOOLYARD_ADDRESS_BODIES: { value: 64_000_000, what: 'bytes of bodies in hand at once from one address' },
  TOOLYARD_BODY_DEPTH: { value: 200, what: 'levels of lists and objects in a body' },
  TOOLYARD_BODY_VALUES: { value: 200_000, what: 'values in a body' },
  TOOLYARD_BODY_MESSAGES: { value: 20_000, what: 'messages in a body; a client need not send what the thread has' },
  TOOLYARD_MESSAGE_CHARACTERS: {
    value: 1_000_000,
    what: 'characters of one message, but for pictures, files, results',
  },
  TOOLYARD_BODY_CHARACTERS: {
    value: 4_000_000,
    what: 'characters of all tools in a body, of all context, of all answers, or of the ids of messages',
  },
  TOOLYARD_BODY_TOOLS: { value: 2_000, what: 'tools in a body' },
  TOOLYARD_BODY_LIST: { value: 1_000, what: 'entries of another list in a body: parts or calls of a message, context' },
  TOOLYARD_ANSWER_SECONDS: {
    value: 3_600,
    what: 'seconds for one answer from outside: a model’s reply, the stream of an MCP server, a repository',
  },
  TOOLYARD_ANSWER_BYTES: { value: 64_000_000, what: 'bytes of one answer from outside' },
  TOOLYARD_MAX_TOKENS: { value: 5_000_000, what: 'tokens one thread may use' },
  TOOLYARD_SESSION_TOKENS: { value: 2_000_000, what: 'tokens of the server’s own key a day for one session' },
  TOOLYARD_ADDRESS_TOKENS: { value: 4_000_000, what: 'the same for one address' },
  TOOLYARD_TOTAL_TOKENS: { value: 20_000_000, what: 'the same for all together' },
};

/** @type {(keyof typeof LIMITS)[]} */
// @ts-expect-error its keys are what it has
export const LIMIT_NAMES = Object.keys(LIMITS);

/**
 * A limit as the operator set it, or its default. Throws unless that is a whole number of at least 1.
 *
 * @param {keyof typeof LIMITS} name @param {Readonly<Record<string, string | undefined>>} variables
 */
export function limitOf(name, variables) {
  const text = variables[name];
  if (text === undefined || text === '') return LIMITS[name].value;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`A setting is wrong: ${name} is a whole number from 1 up, not "${text}".`);
}
