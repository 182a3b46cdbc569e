/** A conversation as a scenario sees it. */
export type History = readonly HistoryEntry[];

export type HistoryEntry =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly SeenCall[] }
  | { role: 'result'; callId: string; text: string; failed: boolean; error?: string };

export interface SeenCall {
  id: string;
  name: string;
  input: Readonly<Record<string, unknown>>;
}

/** A call with its result. */
export interface AnsweredCall extends SeenCall {
  text: string;
  failed: boolean;
  /** The error code, such as `INVALID_ARGS`. */
  error?: string;
}

/** All calls that have results, in the order of the results. */
export function steps(history: History): AnsweredCall[] {
  const calls = new Map(
    history.flatMap((entry) => (entry.role === 'assistant' ? entry.calls.map((call) => [call.id, call] as const) : [])),
  );
  return history.flatMap((entry) => {
    const call = entry.role === 'result' ? calls.get(entry.callId) : undefined;
    return entry.role === 'result' && call
      ? [{ ...call, text: entry.text, failed: entry.failed, ...(entry.error !== undefined && { error: entry.error }) }]
      : [];
  });
}

/** The calls of the last turn that made any, with their results. */
export function lastSteps(history: History): AnsweredCall[] {
  const turn = history.findLastIndex((entry) => entry.role === 'assistant' && entry.calls.length > 0);
  return turn === -1 ? [] : steps(history.slice(turn));
}
