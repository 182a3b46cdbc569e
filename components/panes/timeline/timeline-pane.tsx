'use client';

import { useEffect, useMemo, useState } from 'react';
import { EmptyNote, Pane } from '../../elements/pane';
import { duration } from '../../elements/format';
import { useHostState } from '../../state/page-context';
import { Lanes } from './lanes-view';
import { scaleOf } from './scale';
import { spansOf, type Span } from './spans';
import { SpanTable } from './span-table';

/** When everything happened: model turns and calls in lanes, on one line of time. */
export function TimelinePane() {
  const turns = useHostState((state) => state.thread.turns);
  const calls = useHostState((state) => state.calls);
  const running = useHostState((state) =>
    state.calls.some(({ phase }) => phase === 'running' || phase === 'awaiting-approval'),
  );
  const now = useNow(running);
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<Span | null>(null);
  const spans = useMemo(() => spansOf(turns, calls, now), [turns, calls, now]);
  // A person's time is not the machine's: waiting is shortened like any gap.
  const scale = useMemo(() => scaleOf(spans.filter(({ state }) => state !== 'waited')), [spans]);

  return (
    <Pane name="Timeline" className="h-full bg-bg">
      <div className="flex h-8 shrink-0 items-center gap-3 border-b border-line bg-panel px-3">
        <h2>Timeline</h2>
        <p className="min-w-0 flex-1 truncate text-right font-mono text-2xs text-dim tabular-nums">
          {pointed ? spanWords(pointed) : spans.length > 0 ? `${duration(scale.shown)} of activity` : ''}
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
    </Pane>
  );
}

/** What a span is and how long it took: `Read src/cart.ts · succeeded · 12 ms`. */
export const spanWords = ({ title, state, start, end }: Span): string =>
  [
    title,
    state === 'model' ? 'the model spoke' : state === 'waited' ? 'waited for a person' : state,
    duration(end - start),
  ].join(' · ');

/** How often what runs is drawn longer, milliseconds. */
const TICK = 200;

function useNow(ticking: boolean): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    setNow(Date.now());
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
