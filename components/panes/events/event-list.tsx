'use client';

import type { LogLine } from '@/lib/protocol';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../../elements/cx';
import { useText } from '../../messages/use-text';
import { useClientState, usePage } from '../../state/page-context';

const ROW = 24;

/** A virtual list of raw events; the selected one is shown formatted beside it. */
export default function EventList() {
  const { client } = usePage();
  const text = useText('events');
  // The log is mutated in place; the sequence number shows that it has grown.
  useClientState((state) => state.thread.seq);
  const events = client.loaded()?.log ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const line = events.find(({ seq }) => seq === chosen);

  useEffect(() => {
    if (atEnd.current && events.length > 0) rows.scrollToIndex(events.length - 1);
  }, [events.length, rows]);

  return (
    <div className="list-beside">
      <div
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={text('count', { count: events.length })}
        data-pane-focus
        className="min-h-0 flex-1 overflow-y-auto font-mono text-xs"
        onScroll={({ currentTarget: list }) => {
          atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < ROW * 2;
        }}
      >
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const row = events[index];
            if (!row) return null;
            return (
              <button
                key={row.seq}
                type="button"
                aria-pressed={row.seq === chosen}
                title={text('open')}
                onClick={() => setChosen(row.seq === chosen ? null : row.seq)}
                style={{ top: start, height: ROW }}
                className={cx(
                  'absolute inset-x-0 flex items-center gap-3 px-3 text-left hover:bg-hover',
                  row.seq === chosen && 'bg-raised',
                )}
              >
                <span className="w-10 shrink-0 text-right text-faint tabular-nums">{row.seq}</span>
                <span className="w-[22ch] shrink-0 truncate">{row.event.type}</span>
                <span className="min-w-0 flex-1 truncate text-dim">{briefly(row.event)}</span>
              </button>
            );
          })}
        </div>
      </div>
      {line && (
        <pre
          tabIndex={0}
          role="region"
          aria-label={text('selected')}
          className="min-h-0 flex-1 overflow-auto border-l border-line px-3 py-2 text-xs break-words whitespace-pre-wrap text-dim"
        >
          {JSON.stringify(line.event, null, 2)}
        </pre>
      )}
    </div>
  );
}

/** An event's content on one line: its payload comes before the ids it belongs to. */
function briefly({ type: _type, timestamp: _timestamp, ...rest }: LogLine['event']): string {
  const fields = Object.entries(rest).toSorted(([a], [b]) => Number(a.endsWith('Id')) - Number(b.endsWith('Id')));
  return fields
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('  ')
    .slice(0, 300);
}
