import { ModelError, type ModelErrorCode } from './model';

const RETRYABLE: ReadonlySet<ModelErrorCode> = new Set([
  'RATE_LIMITED',
  'OVERLOADED',
  'SERVER_ERROR',
  'NETWORK_ERROR',
  'STREAM_BROKEN',
]);

/** A provider's failure; whether trying again may help follows from its code. */
export const issue = (code: ModelErrorCode, message: string, afterMs?: number, status?: number): ModelError =>
  new ModelError(code, message, RETRYABLE.has(code) && (afterMs === undefined ? {} : { afterMs }), status);

/** What an error says, with what caused it where that says more. */
export function providerMessageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? providerMessageOf(error.cause) : '';
  return cause === '' || error.message.includes(cause)
    ? error.message
    : `${error.message.replace(/\.$/, '')}: ${cause}`;
}

/** A failure of ours that a client has wrapped: our own fetches throw errors that have a code already. */
export function causeOf(error: unknown): ModelError | undefined {
  if (error instanceof ModelError) return error;
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === 'URL_REFUSED') {
    const how = 'Whoever runs this server may list it: TOOLYARD_ALLOW_HOSTS=host:port.';
    return issue('ADDRESS_REFUSED', `${error.message} ${how}`);
  }
  if ('code' in error && error.code === 'ANSWER_TOO_LONG') return issue('BAD_ANSWER', error.message);
  return causeOf(error.cause);
}

const TOO_LONG = /prompt is too long|context[_ ](length|window)|maximum context|too many (input )?tokens/i;
const NOTHING_LEFT = /insufficient[_ ](quota|balance|funds)|exceeded your current quota|credit balance|billing/i;

const RETRY_IN = /\bretry in ([\d.]+)\s?(ms|s)\b/i;

/** What a refused request is, by its status and the provider's words. */
export function codeOfRefusal(status: number, message: string): ModelErrorCode {
  const code = codeOfStatus(status);
  // Google speaks of a quota where it means a rate.
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

/** What the provider asks to wait, milliseconds: in a header, or else in its words. */
export function waitOf(headers: Headers | undefined, said = ''): number | undefined {
  const [, figure, unit] = RETRY_IN.exec(said) ?? [];
  return headerWait(headers) ?? (figure === undefined ? undefined : Number(figure) * (unit === 'ms' ? 1 : 1000));
}

function headerWait(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const after = headers?.get('retry-after');
  if (after === undefined || after === null) return undefined;
  const seconds = Number(after);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
