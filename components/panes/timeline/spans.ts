import type { CallPhase, CallView } from '@/lib/client/state';
import type { ThreadState, TraceEntry } from '@/lib/protocol';
import { duration, exactDuration } from '../../elements/format';
import type { Locale } from '../../messages/locale';
import type { Text } from '../../messages/text';

/** A stretch of time in which something happened. Times are in milliseconds since the epoch. */
export interface Span {
  id: string;
  lane: string;
  title: string;
  state: CallPhase | 'model' | 'waited' | TraceEntry['outcome'] | 'warning' | 'stop';
  start: number;
  end: number;
  callId?: string;
  /** Set if its time was a person's, who was asked something. */
  asks?: boolean;
  /** Set if it happened inside calls: in a sub-agent that they started, or in nested calls. */
  inside?: { id: string; name: string; callIds: readonly string[] };
}

export const MODEL_LANE = 'model';

/** A shorter wait is queueing, not worth showing. Milliseconds. */
export const NOTABLE_WAIT = 30;

/** What happened in a thread: model turns, calls, and waits of calls before they ran. Unfinished spans last until `now`. */
export function spansOf(
  turns: ThreadState['turns'],
  calls: readonly CallView[],
  now: number,
  text: Text<'timeline'>,
): Span[] {
  const model = turns.map(({ startedAt, endedAt, model: name }, index): Span => ({
    id: `turn:${index}`,
    lane: MODEL_LANE,
    title: text('turn', { number: index + 1, model: name }),
    state: 'model',
    start: startedAt,
    end: Math.max(startedAt, endedAt),
  }));
  return [...model, ...calls.flatMap((call) => callSpans(call, now))];
}

/** Whether the client is working on a call: it waits or runs, and has no result yet. */
export const isUnderWay = ({ timings, result }: CallView): boolean =>
  timings?.queuedAt !== undefined && timings.endedAt === undefined && result === undefined;

/** Whether nothing but waiting happened: for its turn, for something that a tool needs, or for a person. */
export const isWaiting = ({ state, asks }: Span): boolean =>
  state === 'waited' || state === 'awaiting-approval' || asks === true;

function callSpans(call: CallView, now: number): Span[] {
  const { id, name, title, phase, readOnly, asks, timings } = call;
  const { queuedAt, startedAt } = timings ?? {};
  // A call that was settled without the client may lack an end time.
  const endedAt = timings?.endedAt ?? (isUnderWay(call) ? Math.max(now, startedAt ?? 0) : startedAt);
  const asked = phase === 'awaiting-approval';
  const spans: Span[] = [];
  const waitedUntil = startedAt ?? endedAt;
  if (!readOnly && queuedAt !== undefined && waitedUntil !== undefined && waitedUntil - queuedAt >= NOTABLE_WAIT) {
    const state = asked ? phase : 'waited';
    spans.push({ id: `${id}:wait`, lane: name, title, state, start: queuedAt, end: waitedUntil, callId: id });
  }
  const start = startedAt ?? (isUnderWay(call) ? undefined : endedAt);
  if (start !== undefined && endedAt !== undefined) {
    const end = Math.max(start, endedAt);
    spans.push({ id, lane: name, title, state: phase, start, end, callId: id, ...(asks && { asks }) });
  }
  return spans;
}

/** A span's title, state and duration: `Read src/cart.ts · succeeded · 12 ms`. */
export const spanLabel = ({ title, state, start, end }: Span, text: Text<'timeline'>, locale: Locale): string =>
  [title, text(state), ...(end > start ? [duration(end - start, locale)] : [])].join(' · ');

/** The same with exact figures: its start, counted from the thread's first instant `from`, and its duration. */
export function spanFigures(span: Span, from: number, text: Text<'timeline'>, locale: Locale): string {
  const { title, state, start, end } = span;
  const took = end > start ? [text('took', { time: exactDuration(end - start, locale) })] : [];
  return [title, text(state), text('began', { time: exactDuration(start - from, locale) }), ...took].join(' · ');
}
