import type { CallPhase, CallView } from '@/lib/host/state';
import type { ThreadState } from '@/lib/protocol';
import { duration } from '../../elements/format';

/** One stretch of time in which something went on. Times in milliseconds since the epoch. */
export interface Span {
  id: string;
  lane: string;
  title: string;
  state: CallPhase | 'model' | 'waited';
  start: number;
  end: number;
  callId?: string;
}

export const MODEL_LANE = 'model';

/** What is shorter than this is queueing, not waiting for a person. */
const NOTABLE_WAIT = 30;

/** What went on in a thread: model turns, calls, and the time calls waited before they ran. What is not over lasts until `now`. */
export function spansOf(turns: ThreadState['turns'], calls: readonly CallView[], now: number): Span[] {
  const model = turns.map(({ startedAt, endedAt, model: name }, index): Span => ({
    id: `turn:${index}`,
    lane: MODEL_LANE,
    title: `Turn ${index + 1}, ${name}`,
    state: 'model',
    start: startedAt,
    end: Math.max(startedAt, endedAt),
  }));
  return [...model, ...calls.flatMap((call) => callSpans(call, now))];
}

function callSpans(call: CallView, now: number): Span[] {
  const { id, name, title, phase, readOnly, timings } = call;
  const { queuedAt, startedAt, endedAt } = timings ?? {};
  const spans: Span[] = [];
  const waitedUntil = startedAt ?? (phase === 'awaiting-approval' ? now : endedAt);
  if (!readOnly && queuedAt !== undefined && waitedUntil !== undefined && waitedUntil - queuedAt >= NOTABLE_WAIT) {
    spans.push({ id: `${id}:wait`, lane: name, title, state: 'waited', start: queuedAt, end: waitedUntil, callId: id });
  }
  const start = startedAt ?? endedAt;
  if (start !== undefined && phase !== 'awaiting-approval') {
    spans.push({ id, lane: name, title, state: phase, start, end: Math.max(start, endedAt ?? now), callId: id });
  }
  return spans;
}

/** What a span is and how long it took: `Read src/cart.ts · succeeded · 12 ms`. */
export const spanWords = ({ title, state, start, end }: Span): string =>
  [
    title,
    state === 'model' ? 'the model spoke' : state === 'waited' ? 'waited before it ran' : state,
    duration(end - start),
  ].join(' · ');
