'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../../elements/cx';
import { duration } from '../../elements/format';
import { revealCall } from '../../state/focus-pane';
import { useUi } from '../../state/page-context';
import { GUARD_LANE } from './guard-spans';
import { lanesOf, type Lane } from './lanes';
import type { Scale } from './scale';
import { spanLabel, type Span } from './spans';

const TONES: Readonly<Record<Span['state'], string>> = {
  model: 'bg-accent',
  waited: 'hatched',
  streaming: 'bg-dim',
  complete: 'bg-dim',
  'awaiting-approval': 'hatched',
  running: 'bg-run',
  succeeded: 'bg-ok',
  invalid: 'bg-bad',
  failed: 'bg-bad',
  denied: 'bg-deny',
  aborted: 'bg-faint',
  passed: 'bg-ok',
  changed: 'bg-text',
  blocked: 'bg-deny',
  noted: 'bg-dim',
  warning: 'bg-wait',
  stop: 'bg-bad',
};

/** The part of the line that one guard's mark takes. */
const MARK_ROOM = 0.012;

/** Bars in lanes, those of sub-agents below their calls, and what guards did as marks. Arrow keys go from bar to bar; Enter chooses the call. */
export function Lanes(props: { spans: readonly Span[]; scale: Scale; onPoint: (span: Span | null) => void }) {
  const { spans, scale, onPoint } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const lanes = useMemo(() => lanesOf(spans, scale.shown * MARK_ROOM, (id) => open.has(id)), [spans, scale, open]);
  const toggle = (id: string): void =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const first = lanes.find(({ rows }) => rows.some((row) => row.length > 0))?.rows.flat()[0];
  const box = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? -1
          : 0;
    if (step === 0) return;
    event.preventDefault();
    const bars = [...(box.current?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])];
    const index = bars.findIndex((bar) => bar === document.activeElement);
    bars[Math.max(0, Math.min(bars.length - 1, index + step))]?.focus();
  };

  return (
    <div
      ref={box}
      role="group"
      aria-label="Lanes"
      onKeyDown={onKeyDown}
      className="relative min-h-0 flex-1 overflow-y-auto py-2 pr-3 pl-3"
    >
      <div className="grid gap-[3px] font-mono text-2xs">
        {lanes.map((lane) =>
          lane.rows.map((row, index) => (
            <div key={`${lane.key}:${index}`} className="grid h-[14px] grid-cols-[104px_minmax(0,1fr)] items-center">
              {index === 0 ? <LaneName lane={lane} onToggle={toggle} /> : <span />}
              <div className="relative h-full border-l border-line">
                {scale.breaks.map(({ at, ms }) => (
                  <span
                    key={at}
                    title={`${duration(ms)} left out`}
                    className="absolute inset-y-0 w-px border-l border-dashed border-line-strong"
                    style={{ left: `${at * 100}%` }}
                  />
                ))}
                {row.map((span) => (
                  <Bar key={span.id} span={span} scale={scale} onPoint={onPoint} first={span === first} />
                ))}
              </div>
            </div>
          )),
        )}
      </div>
    </div>
  );
}

/** What a lane is called; where it holds what went on inside calls, it opens into a lane for each tool. */
function LaneName({ lane, onToggle }: { lane: Lane; onToggle: (id: string) => void }) {
  const { name, depth, inside } = lane;
  const style = { paddingLeft: depth * 8 };
  if (!inside) {
    return (
      <span title={name} style={style} className="truncate text-dim">
        {name}
      </span>
    );
  }
  const Chevron = inside.open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={inside.open}
      aria-label={`Lanes of ${name}`}
      title={`${name}: ${inside.open ? 'one lane' : 'a lane for each tool'}`}
      onClick={() => onToggle(inside.id)}
      style={style}
      className="flex min-w-0 items-center rounded text-left text-dim hover:text-text"
    >
      <Chevron aria-hidden size={10} className="shrink-0" />
      <span className="truncate">{name}</span>
    </button>
  );
}

function Bar(props: { span: Span; scale: Scale; first: boolean; onPoint: (span: Span | null) => void }) {
  const { span, scale, first, onPoint } = props;
  const selected = useUi((ui) => ui.selectedCall !== null && ui.selectedCall === span.callId);
  const selectCall = useUi((ui) => ui.selectCall);
  const left = scale.at(span.start);
  const isMark = span.lane === GUARD_LANE;
  return (
    <button
      type="button"
      data-bar
      data-pane-focus={first || undefined}
      tabIndex={first ? 0 : -1}
      aria-label={spanLabel(span)}
      onPointerEnter={() => onPoint(span)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(span)}
      onBlur={() => onPoint(null)}
      onClick={() => {
        if (!span.callId) return;
        selectCall(span.callId);
        revealCall(span.callId);
      }}
      style={{
        left: `min(${left * 100}%, calc(100% - ${isMark ? 8 : 3}px))`,
        ...(!isMark && { width: `max(3px, ${(scale.at(span.end) - left) * 100}%)` }),
      }}
      className={cx(
        'absolute hover:brightness-125',
        isMark ? 'top-[3px] size-[8px] rotate-45 rounded-[1px]' : 'top-[2px] h-[10px] rounded-[2px]',
        TONES[span.state],
        selected && 'outline-2 outline-offset-1 outline-text',
      )}
    />
  );
}
