'use client';

import { useMemo, useState } from 'react';
import { duration } from '../../elements/format';
import { EmptyNote } from '../../elements/pane';
import { useClientState } from '../../state/page-context';
import { useNow } from '../../state/use-now';
import { agentSpans } from './agent-spans';
import { GUARD_LANE, guardSpans } from './guard-spans';
import { Lanes } from './lanes-view';
import { nestedSpans } from './nested-spans';
import { scaleOf } from './scale';
import { isUnderWay, isWaiting, spansOf, spanLabel, type Span } from './spans';

/** The lanes, or the same as a table; pointing at a bar tells its numbers. */
export default function TimelineView() {
  const turns = useClientState((state) => state.thread.turns);
  const calls = useClientState((state) => state.calls);
  const agents = useClientState((state) => state.agents);
  const now = useNow(useClientState((state) => state.calls.some(isUnderWay) || state.agents.some(({ live }) => live)));
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<Span | null>(null);
  const notices = useClientState((state) => state.notices);
  const loop = useClientState((state) => state.thread.notices);
  const runs = useClientState((state) => state.thread.runs);
  const guards = useMemo(
    () => guardSpans({ calls, notices, thread: { notices: loop, runs } }),
    [calls, notices, loop, runs],
  );
  const nested = useMemo(() => nestedSpans(calls), [calls]);
  const spans = useMemo(
    () => [...spansOf(turns, calls, now), ...nested, ...agentSpans(agents, now), ...guards],
    [turns, calls, nested, agents, now, guards],
  );
  // A person's time is not the machine's: waiting is shortened like any gap.
  const scale = useMemo(
    () => scaleOf(spans.filter((span) => !isWaiting(span) && (span.lane !== GUARD_LANE || span.end > span.start))),
    [spans],
  );

  return (
    <>
      <div className="flex h-8 shrink-0 items-center gap-3 border-b border-line bg-panel px-3">
        <h2>Timeline</h2>
        <p className="min-w-0 flex-1 truncate text-right font-mono text-2xs text-dim tabular-nums">
          {pointed ? spanLabel(pointed) : spans.length > 0 ? `${duration(scale.shown)} of activity` : ''}
        </p>
        {spans.length > 0 && (
          <button
            type="button"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
            className="rounded px-1.5 text-2xs text-dim hover:bg-hover hover:text-text aria-pressed:bg-raised aria-pressed:text-text"
          >
            Table
          </button>
        )}
      </div>
      {spans.length === 0 ? (
        <EmptyNote>Model turns and tool calls appear here as they happen.</EmptyNote>
      ) : asTable ? (
        <SpanTable spans={spans} />
      ) : (
        <Lanes spans={spans} scale={scale} onPoint={setPointed} />
      )}
    </>
  );
}

/** The same as a table, for those who read rather than look. */
function SpanTable({ spans }: { spans: readonly Span[] }) {
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  const from = ordered[0]?.start ?? 0;
  return (
    <div className="min-h-0 flex-1 overflow-auto px-3 py-2" tabIndex={0} role="region" aria-label="Timeline as a table">
      <table className="w-full font-mono text-2xs text-dim tabular-nums">
        <thead>
          <tr className="text-left text-faint [&>th]:pr-4 [&>th]:font-normal [&>th]:whitespace-nowrap">
            <th scope="col">What</th>
            <th scope="col">Lane</th>
            <th scope="col">State</th>
            <th scope="col">Began after</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {ordered.map(({ id, title, lane, inside, state, start, end }) => (
            <tr key={id} className="[&>td]:pr-4 [&>td+td]:whitespace-nowrap">
              <td className="text-text">{title}</td>
              <td>{inside ? `${inside.name} › ${lane}` : lane}</td>
              <td>{state}</td>
              <td>{duration(start - from)}</td>
              <td>{duration(end - start)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
