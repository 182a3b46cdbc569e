import type { CallView, HostState } from '@/lib/host/state';
import type { Span } from './spans';

export const GUARD_LANE = 'guards';

type Facts = Pick<HostState, 'calls' | 'notices'> & { thread: Pick<HostState['thread'], 'notices' | 'legs'> };

/**
 * What guards did: hooks, limits, decisions, cuts and advice around calls; warnings and stops of the loop; hooks on prompts
 * and ends; a person's stops. What has no time is left out.
 */
export function guardSpans({ calls, notices, thread }: Facts): Span[] {
  const spans = [
    ...calls.flatMap(ofCall),
    ...thread.notices.flatMap(({ at, kind, level, message }, index) =>
      at === undefined
        ? []
        : [mark(`notice:${index}`, `${kind === 'retry' ? 'retry' : 'loop'}: ${message}`, level, at)],
    ),
    ...notices.map(({ id, event, note, outcome, startedAt, endedAt }) =>
      mark(`hook:${id}`, `${event}: ${note}`, outcome, startedAt, endedAt),
    ),
    ...thread.legs.flatMap(({ runId, status, endedAt }) =>
      status === 'cancelled' && endedAt !== undefined
        ? [mark(`leg:${runId}`, 'you stopped the agent', 'aborted', endedAt)]
        : [],
    ),
  ];
  return spans.toSorted((a, b) => a.start - b.start);
}

function ofCall({ id, title, trace = [], result, timings }: CallView): Span[] {
  const spans = trace.map(({ step, note, outcome, startedAt, endedAt }, index) =>
    mark(`${id}:${index}`, `${step}: ${note} (${title})`, outcome, startedAt, endedAt),
  );
  const { denial } = result ?? {};
  // A refusal that the trace does not tell of still was one.
  if (denial && timings?.endedAt !== undefined && !trace.some(({ outcome }) => outcome === 'blocked')) {
    const words = `permission: ${denial.reason} (${title})`;
    spans.push(mark(`${id}:denial`, words, 'blocked', timings.endedAt));
  }
  return spans.map((span) => ({ ...span, callId: id }));
}

const mark = (id: string, title: string, state: Span['state'], start: number, end = start): Span => ({
  id: `guard:${id}`,
  lane: GUARD_LANE,
  title,
  state,
  start,
  end: Math.max(start, end),
});
