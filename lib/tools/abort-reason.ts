/** Why a call was cut off: what `signal.reason` of a tool's context is. */
export class AbortReason extends Error {
  override name = 'AbortReason';
  constructor(
    readonly kind: 'stopped' | 'superseded' | 'timeout',
    message: string,
  ) {
    super(message);
  }
}

/** The reason of an aborted signal; anything else that somebody aborted with counts as a stop. */
export function abortReasonOf(signal: AbortSignal): AbortReason {
  const reason: unknown = signal.reason;
  return reason instanceof AbortReason ? reason : new AbortReason('stopped', 'The call was stopped.');
}
