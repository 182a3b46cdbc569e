import { parseAnyJson } from '@/lib/protocol';
import { ModelError, type ModelErrorCode } from './model';
import { fieldsIn, figureIn, textInside } from './odd-shapes';

const RETRYABLE: ReadonlySet<ModelErrorCode> = new Set([
  'RATE_LIMITED',
  'OVERLOADED',
  'SERVER_ERROR',
  'NETWORK_ERROR',
  'STREAM_BROKEN',
]);

/** A provider's failure; its code determines whether a retry may help. */
export const issue = (code: ModelErrorCode, message: string, afterMs?: number, status?: number): ModelError =>
  new ModelError(code, message, RETRYABLE.has(code) && (afterMs === undefined ? {} : { afterMs }), status);

/** Whatever a client threw, as an error with a code. `streaming`: thrown after the reply had begun. */
export const providerError = (error: unknown, streaming = false): ModelError =>
  causeOf(error) ?? issue(streaming ? 'STREAM_BROKEN' : 'NETWORK_ERROR', providerMessageOf(error));

/** An error's message, with that of its cause if it adds something. */
function providerMessageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? providerMessageOf(error.cause) : '';
  return cause === '' || error.message.includes(cause)
    ? error.message
    : `${error.message.replace(/\.$/, '')}: ${cause}`;
}

/** An error that Toolyard's own `fetch` threw, and that an SDK may have wrapped. */
function causeOf(error: unknown): ModelError | undefined {
  if (error instanceof ModelError) return error;
  if (!(error instanceof Error)) return undefined;
  // The stack overflowed: the same reply would do it again.
  if (error instanceof RangeError) return issue('BAD_ANSWER', 'The provider sent values that are nested too deeply.');
  if ('code' in error && error.code === 'URL_REFUSED') {
    const advice = 'advice' in error && typeof error.advice === 'string' ? error.advice : '';
    return issue('ADDRESS_REFUSED', `${error.message}${advice}`);
  }
  if ('code' in error && error.code === 'ANSWER_TOO_LONG') return issue('BAD_ANSWER', error.message);
  return causeOf(error.cause);
}

/** Characters: read of an error response, kept of its message, and quoted of one that is not JSON. */
const READ = 64 * 1024;
const TOLD = 2_000;
const QUOTED = 200;

/** How long a response that is not the one expected may take to say why, in milliseconds. */
const WORDS_MS = 5_000;

/** The same `fetch`, which throws the message of an error response, whatever its length or shape. */
export const refusing =
  (fetch: typeof globalThis.fetch = globalThis.fetch, waitMs?: number): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const { status, headers } = response;
    const text = await beginningOf(response, waitMs);
    const words = parseAnyJson(text);
    const said = (words.ok && wordsIn(words.value)) || `${status} ${quote(text) || 'without a word'}`;
    throw issue(codeOfRefusal(status, said), said, waitOf(headers, said), status);
  };

/** The beginning of a response that is not the one expected: what arrives of it in time. */
export async function beginningOf({ body }: Response, waitMs = WORDS_MS): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  const timer = setTimeout(() => void reader?.cancel().catch(() => undefined), Math.min(waitMs, WORDS_MS));
  let text = '';
  try {
    for (let piece = await reader?.read(); piece?.value && text.length < READ; piece = await reader?.read())
      text += decoder.decode(piece.value, { stream: true });
    await reader?.cancel();
  } catch {
    // What arrived before the connection broke may say enough.
  } finally {
    clearTimeout(timer);
  }
  return text.slice(0, READ);
}

/** Text that is not JSON, shortened to one line and without the tags of a page. */
export const quote = (text: string): string =>
  text
    .slice(0, TOLD)
    .replaceAll(/<(style|script)\b[^>]*>[^<]*/gi, ' ')
    .replaceAll(/<[!/]?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, QUOTED);

/** The fields that servers put words in, the best ones first. */
const WORDS = [
  'message',
  'msg',
  'error_msg',
  'error_message',
  'error_description',
  'detail',
  'error',
  'errors',
  'title',
];
/** Most levels of lists and objects that words are looked for in. */
const DEEP = 5;

/** The message of an error, wherever servers put it; '' if there is none. */
function wordsIn(value: unknown, deep = DEEP): string {
  if (typeof value === 'string') return value.trim().slice(0, TOLD);
  if (deep === 0) return '';
  const fields = fieldsIn(value);
  for (const inner of Array.isArray(value) ? value : WORDS.map((name) => fields[name])) {
    const words = wordsIn(inner, deep - 1);
    if (words !== '') return placeIn(fields) + words;
  }
  return '';
}

/** The field of the request that an error of FastAPI is about. */
function placeIn({ loc }: Readonly<Record<string, unknown>>): string {
  const path = Array.isArray(loc)
    ? loc
        .map((part) => textInside(part))
        .join('.')
        .slice(0, QUOTED)
    : '';
  return path === '' ? '' : `${path}: `;
}

const OF_TYPE: ReadonlyMap<unknown, ModelErrorCode> = new Map([
  ['overloaded_error', 'OVERLOADED'],
  ['rate_limit_error', 'RATE_LIMITED'],
  ['authentication_error', 'KEY_REFUSED'],
  ['permission_error', 'KEY_REFUSED'],
  ['invalid_request_error', 'BAD_REQUEST'],
  ['not_found_error', 'BAD_REQUEST'],
  ['request_too_large', 'BAD_REQUEST'],
  ['rate_limit_exceeded', 'RATE_LIMITED'],
]);

/** An error that a provider sends in mid-stream: it has a type, or a code, maybe like an HTTP status, or neither. */
function faultInStream(error: unknown): ModelError {
  const { type, code } = fieldsIn(error);
  const said = wordsIn(error) || 'The provider broke off with an error.';
  const status = figureIn(code) ?? 0;
  const known = OF_TYPE.get(type) ?? OF_TYPE.get(code);
  return issue(known ?? (status < 400 ? 'SERVER_ERROR' : codeOfRefusal(status, said)), said);
}

/** The error that a server sends where it should reply; undefined for anything else. */
export function faultIn(said: unknown): ModelError | undefined {
  const { error, object } = fieldsIn(said);
  if (error) return faultInStream(error);
  return object === 'error' ? faultInStream(said) : undefined;
}

/** The error in an event of that name, whatever its form: what it holds, or its text if that is no JSON. */
export const faultOf = (said: unknown): ModelError => faultIn(said) ?? faultInStream(said);

const TOO_LONG = /prompt is too long|context[_ ](length|window)|maximum context|too many (input )?tokens/i;
const NOTHING_LEFT = /insufficient[_ ](quota|balance|funds)|exceeded your current quota|credit balance|billing/i;

const RETRY_IN = /\bretry in ([\d.]+)\s?(ms|s)\b/i;

/** The error code of a refused request, from its status and message. */
function codeOfRefusal(status: number, message: string): ModelErrorCode {
  const code = codeOfStatus(status);
  // Google says "quota" for a rate limit.
  if (code === 'RATE_LIMITED' && RETRY_IN.test(message)) return code;
  if (status === 402 || (NOTHING_LEFT.test(message) && status < 500)) return 'QUOTA_EXCEEDED';
  return code === 'BAD_REQUEST' && TOO_LONG.test(message) ? 'CONTEXT_EXCEEDED' : code;
}

function codeOfStatus(status: number): ModelErrorCode {
  if (status === 401 || status === 403) return 'KEY_REFUSED';
  if (status === 429) return 'RATE_LIMITED';
  if (status === 529) return 'OVERLOADED';
  if (status === 408) return 'NETWORK_ERROR';
  return status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST';
}

/** How long the provider asks to wait, in milliseconds: from a header, otherwise from its message. */
function waitOf(headers: Headers, said: string): number | undefined {
  const [, figure = '', unit = ''] = RETRY_IN.exec(said) ?? [];
  return headerWait(headers) ?? figureOf(figure, unit === 'ms' ? 1 : 1000);
}

function headerWait(headers: Headers): number | undefined {
  const after = headers.get('retry-after') ?? '';
  const wait = figureOf(headers.get('retry-after-ms') ?? '', 1) ?? figureOf(after, 1000);
  if (wait !== undefined || !HTTP_DATE.test(after)) return wait;
  return Math.max(0, Date.parse(after) - Date.now());
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A figure in decimal digits, in milliseconds; undefined for anything else. */
const figureOf = (text: string, unitMs: number): number | undefined =>
  /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * unitMs : undefined;
