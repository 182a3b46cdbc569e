import { isRetryable, type ErrorCode, type ToolResult, type Language } from '@/lib/protocol';

/** A message: in English only, or in each language. */
type Told = string | Readonly<Record<Language, string>>;

/** Why a call was cut off: the `signal.reason` of a tool's context. */
export class AbortReason extends Error {
  override name = 'AbortReason';
  readonly #told: Told;

  constructor(
    readonly kind: 'stopped' | 'superseded' | 'timeout',
    told: Told,
  ) {
    super(typeof told === 'string' ? told : told.en);
    this.#told = told;
  }

  /** The same reason in the given language, if a translation exists. */
  in(language: Language): AbortReason {
    return typeof this.#told === 'string' ? this : new AbortReason(this.kind, this.#told[language]);
  }
}

const STOPPED = new AbortReason('stopped', { en: 'The call was stopped.', zh: '此调用已被停止。' });

/** The reason of an aborted signal in the given language; any reason that is not an `AbortReason` counts as a stop. */
export function abortReasonOf(signal: AbortSignal, language: Language = 'en'): AbortReason {
  const reason: unknown = signal.reason;
  return (reason instanceof AbortReason ? reason : STOPPED).in(language);
}

/** Either a value or a failed result that says why there is none. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: ToolResult };

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

/** Optional fields of a failed result besides its code and text. */
export type FailureExtras = Omit<ToolResult, 'success' | 'text' | 'error' | 'retryable'>;

/** A failed result. `text` tells the model what is wrong and what to do next. */
export function failure(error: ErrorCode, text: string, extras: FailureExtras = {}): ToolResult {
  return { success: false, error, text, retryable: isRetryable(error), ...extras };
}

export const failed = (error: ErrorCode, text: string, extras?: FailureExtras): { ok: false; failure: ToolResult } => ({
  ok: false,
  failure: failure(error, text, extras),
});

/** The result of a call that was cut off, including its output so far. */
export function abortedResult(reason: AbortReason, soFar = ''): ToolResult {
  const text = soFar === '' ? reason.message : `${soFar}\n${reason.message}`;
  return reason.kind === 'timeout' ? failure('TIMEOUT', text) : failure('ABORTED', text);
}
