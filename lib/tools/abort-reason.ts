import type { Language } from '@/lib/protocol';

/** What is told of it: in English, or in each language. */
type Told = string | Readonly<Record<Language, string>>;

/** Why a call was cut off: what `signal.reason` of a tool's context is. */
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

  /** The same in a language, where it can be told in that. */
  in(language: Language): AbortReason {
    return typeof this.#told === 'string' ? this : new AbortReason(this.kind, this.#told[language]);
  }
}

const STOPPED = new AbortReason('stopped', { en: 'The call was stopped.', zh: '此调用已被停止。' });

/** The reason of an aborted signal, in a language; anything else that somebody aborted with counts as a stop. */
export function abortReasonOf(signal: AbortSignal, language: Language = 'en'): AbortReason {
  const reason: unknown = signal.reason;
  return (reason instanceof AbortReason ? reason : STOPPED).in(language);
}
