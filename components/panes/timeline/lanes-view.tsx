'use client';

import { useCallback, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useText } from '../../messages/use-text';
import { Axis } from './axis';
import { LaneRows } from './lane-rows';
import { lanesOf } from './lanes';
import type { Scale } from './scale';
import type { Span } from './spans';
import { usePanning } from './use-panning';
import { panned, revealing, WHOLE, zoomed, type View } from './view';

/** The part of the line that one mark takes. */
const MARK_ROOM = 0.012;

/** How much one press zooms, and which part of the window it moves by. */
const STEP = { zoom: 1.6, pan: 0.2 };

/**
 * Bars in lanes below an axis, those of sub-agents below their calls, and what guards did as marks. Arrow keys go from bar to
 * bar, Enter chooses the call; plus and minus zoom, zero shows the whole, Shift with the arrows moves along.
 */
export function Lanes(props: {
  spans: readonly Span[];
  scale: Scale;
  view: View;
  onView: (change: (view: View) => View) => void;
  onPoint: (span: Span | null) => void;
}) {
  const { spans, scale, view, onView, onPoint } = props;
  const text = useText('timeline');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const lanes = useMemo(() => lanesOf(spans, scale.shown * MARK_ROOM, (id) => open.has(id)), [spans, scale, open]);
  const toggle = useCallback(
    (id: string): void =>
      setOpen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id])),
    [],
  );
  const box = useRef<HTMLDivElement>(null);
  usePanning(box, onView);

  const onKeyDown = (event: KeyboardEvent): void => {
    const change = VIEW_KEYS[event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key];
    if (change && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onView(change);
      return;
    }
    const step = BAR_KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const bars = [...(box.current?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])];
    const index = bars.findIndex((bar) => bar === document.activeElement);
    const next = bars[Math.max(0, Math.min(bars.length - 1, index + step))];
    if (!next) return;
    onView((now) => revealing(now, Number(next.dataset.left), Number(next.dataset.right)));
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  };

  const style: CSSProperties & Record<`--${string}`, number> = { '--zoom': view.zoom, '--from': view.from };
  return (
    <div
      ref={box}
      role="group"
      aria-label={text('lanes')}
      onKeyDown={onKeyDown}
      style={style}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Axis shown={scale.shown} view={view} />
      <div className="grid min-h-0 flex-1 content-start gap-[3px] overflow-x-hidden overflow-y-auto px-3 py-1 font-mono text-2xs">
        <LaneRows lanes={lanes} scale={scale} onToggle={toggle} onPoint={onPoint} />
      </div>
    </div>
  );
}

export const zoomIn = (view: View): View => zoomed(view, STEP.zoom);
export const zoomOut = (view: View): View => zoomed(view, 1 / STEP.zoom);

const VIEW_KEYS: Readonly<Record<string, (view: View) => View>> = {
  '+': zoomIn,
  '=': zoomIn,
  '-': zoomOut,
  '0': () => WHOLE,
  'Shift+ArrowLeft': (view) => panned(view, -STEP.pan),
  'Shift+ArrowRight': (view) => panned(view, STEP.pan),
};

const BAR_KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
