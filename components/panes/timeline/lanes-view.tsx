'use client';

import { useCallback, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useText } from '../../messages/use-text';
import { Axis } from './axis';
import { drawnPart } from './drawn-bars';
import { LaneRows } from './lane-rows';
import { lanesOf } from './lanes';
import type { Scale } from './scale';
import type { Span } from './spans';
import { usePanning } from './use-panning';
import { panned, revealing, WHOLE, zoomed, type View } from './view';

/** The share of the line that one mark takes. */
const MARK_ROOM = 0.012;

/** The zoom factor of one key press, and the share of the window it moves by. */
const STEP = { zoom: 1.6, pan: 0.2 };

/**
 * Bars in lanes below an axis, with sub-agents below their calls and guards as marks. What is not visible at the present zoom
 * is not drawn. Arrow keys move to the next bar, drawn or not; Enter selects the call; plus and minus zoom, zero shows
 * everything, Shift with the arrow keys moves the window.
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
  const { from, to, least } = drawnPart(view);
  const part = useMemo(() => ({ from, to, least }), [from, to, least]);
  /** The id of the bar that has, or last had, the focus: it is always drawn, and Tab returns to it. */
  const [reached, setReached] = useState<string>();
  const moved = useRef(false);
  useLayoutEffect(() => {
    if (!moved.current || reached === undefined) return;
    moved.current = false;
    focusBar(box.current, reached);
  }, [reached, view]);

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
    const bars = lanes.flatMap(({ rows }) => rows.flat());
    const at = document.activeElement?.getAttribute('data-bar');
    const index = bars.findIndex(({ id }) => id === at);
    const next = bars[Math.max(0, Math.min(bars.length - 1, index + step))];
    if (!next) return;
    setReached(next.id);
    // A bar that is not drawn yet gets the focus once it is.
    moved.current = !focusBar(box.current, next.id);
    onView((now) => revealing(now, scale.at(next.start), scale.at(next.end)));
  };

  const style: CSSProperties & Record<`--${string}`, number> = { '--zoom': view.zoom, '--from': view.from };
  return (
    <div
      ref={box}
      role="group"
      aria-label={text('lanes')}
      onFocus={({ target }) => target.dataset.bar !== undefined && setReached(target.dataset.bar)}
      onKeyDown={onKeyDown}
      style={style}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Axis shown={scale.shown} view={view} />
      <div className="grid min-h-0 flex-1 content-start gap-[3px] overflow-x-hidden overflow-y-auto px-3 py-1 font-mono text-2xs">
        <LaneRows lanes={lanes} scale={scale} part={part} reached={reached} onToggle={toggle} onPoint={onPoint} />
      </div>
    </div>
  );
}

/** Moves the focus to a bar; returns whether it is drawn. */
function focusBar(box: HTMLElement | null, id: string): boolean {
  const bar = [...(box?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])].find(({ dataset }) => dataset.bar === id);
  bar?.focus({ preventScroll: true });
  bar?.scrollIntoView({ block: 'nearest' });
  return bar !== undefined;
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
