import type { CallView, ClientState } from '@/lib/client/state';
import type { FoldedNotice } from '@/lib/protocol';
import type { Text } from '../../messages/text';
import type { Span } from './spans';

/** The lane of hooks, rules, limits and the loop's guards. No tool has this name. */
export const GUARD_LANE = 'hooks, rules';

type Facts = Pick<ClientState, 'calls' | 'notices'> & { thread: Pick<ClientState['thread'], 'notices' | 'runs'> };

/**
 * What guards did: hooks, limits, decisions, cuts and advice around calls; warnings and stops of the loop; hooks on prompts and
 * ends; a person's stops. Entries without a time are left out. `said` puts notes into the page's language.
 */
export function guardSpans(
  { calls, notices, thread }: Facts,
  text: Text<'timeline'>,
  said: (note: string) => string,
): Span[] {
  const spans = [
    ...calls.flatMap((call) => ofCall(call, text, said)),
    ...thread.notices.flatMap(ofLoop),
    ...notices.map(({ id, event, note, outcome, startedAt, endedAt }) =>
      mark(`hook:${id}`, `${event}: ${said(note)}`, outcome, startedAt, endedAt),
    ),
    ...thread.runs.flatMap(({ runId, status, endedAt }) =>
      status === 'cancelled' && endedAt !== undefined
        ? [mark(`run:${runId}`, text('youStopped'), 'aborted', endedAt)]
        : [],
    ),
  ];
  return spans.toSorted((a, b) => a.start - b.start);
}

/** A warning or stop of the agent loop; it leads to the last call that it names. */
function ofLoop({ at, kind, guard, level, message, callIds = [] }: FoldedNotice, index: number): Span[] {
  if (at === undefined) return [];
  const callId = callIds.at(-1);
  return [{ ...mark(`notice:${index}`, `${guard ?? kind}: ${message}`, level, at), ...(callId && { callId }) }];
}

function ofCall(
  { id, title, trace = [], result, timings }: CallView,
  text: Text<'timeline'>,
  said: (note: string) => string,
): Span[] {
  const spans = trace.map(({ step, note, outcome, startedAt, endedAt }, index) => ({
    ...mark(`${id}:${index}`, text('ofCall', { what: `${step}: ${said(note)}`, title }), outcome, startedAt, endedAt),
    // Only a person takes time to decide.
    ...(step === 'permission' && { asks: true }),
  }));
  const { denial } = result ?? {};
  // Adds a mark for a refusal that the trace does not contain.
  if (denial && timings?.endedAt !== undefined && !trace.some(({ outcome }) => outcome === 'blocked')) {
    const words = text('ofCall', { what: `permission: ${denial.reason}`, title });
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
