'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { cx } from '../../elements/cx';
import { duration } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import { revealCall, revealPane } from '../../state/focus-pane';
import { usePage, useUi, type Page } from '../../state/page-context';
import { drawnBars, type DrawnPart } from './drawn-bars';
import { GUARD_LANE } from './guard-spans';
import { laneLabel } from './lane-label';
import type { Lane } from './lanes';
import type { Scale } from './scale';
import { spanLabel, type Span } from './spans';
import { TONES } from './tones';

interface RowsProps {
  lanes: readonly Lane[];
  scale: Scale;
  /** The part of the line that is drawn. */
  part: DrawnPart;
  /** The id of the bar that has, or last had, the focus. */
  reached: string | undefined;
  onToggle: (id: string) => void;
  onPoint: (span: Span | null) => void;
}

/** The lanes and their bars. Moving the window does not draw them again until it comes near the end of the drawn part. */
export const LaneRows = memo(function LaneRows({ lanes, scale, part, reached, onToggle, onPoint }: RowsProps) {
  const [text, locale] = [useText('timeline'), useLocale()];
  const selected = useUi((ui) => ui.selectedCall);
  const rows = lanes.map((lane) =>
    lane.rows.map((row) =>
      drawnBars(row, scale.at, part, ({ id, callId }) => id === reached || (selected !== null && callId === selected)),
    ),
  );
  const bars = rows.flat(2);
  const first = (bars.find(({ span }) => span.id === reached) ?? bars[0])?.span;
  return lanes.map((lane, of) =>
    rows[of]?.map((row, index) => (
      <div key={`${lane.key}:${index}`} className="lanes-grid h-[14px] items-center">
        {index === 0 ? <LaneName lane={lane} onToggle={onToggle} /> : <span />}
        <div className="relative h-full overflow-hidden border-l border-line">
          <div className="lanes-line">
            {scale.breaks.map(({ at, ms }) => (
              <span
                key={at}
                title={text('leftOut', { duration: duration(ms, locale) })}
                className="absolute inset-y-0 w-px border-l border-dashed border-line-strong"
                style={{ left: `${at * 100}%` }}
              />
            ))}
            {row.map(({ span, left, right }) => (
              <Bar key={span.id} span={span} left={left} right={right} first={span === first} onPoint={onPoint} />
            ))}
          </div>
        </div>
      </div>
    )),
  );
});

/** The name of a lane; a lane of nested calls can be opened into one lane per tool. */
function LaneName({ lane, onToggle }: { lane: Lane; onToggle: (id: string) => void }) {
  const { depth, inside } = lane;
  const text = useText('timeline');
  const { name, title } = laneLabel(lane.name, text);
  const style = { paddingLeft: depth * 8 };
  if (!inside) {
    return (
      <span title={title} style={style} className="truncate text-dim">
        {name}
      </span>
    );
  }
  const Chevron = inside.open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={inside.open}
      aria-label={text('lanesOf', { name })}
      title={text(inside.open ? 'lanesOpen' : 'lanesClosed', { name })}
      onClick={() => onToggle(inside.id)}
      style={style}
      className="flex min-w-0 items-center rounded text-left text-dim hover:text-text"
    >
      <Chevron aria-hidden size={10} className="shrink-0" />
      <span className="truncate">{name}</span>
    </button>
  );
}

const Bar = memo(function Bar(props: {
  span: Span;
  /** Its position on the line, 0 to 1. */
  left: number;
  right: number;
  first: boolean;
  onPoint: (span: Span | null) => void;
}) {
  const { span, left, right, first, onPoint } = props;
  const [text, locale] = [useText('timeline'), useLocale()];
  const selected = useUi((ui) => ui.selectedCall !== null && ui.selectedCall === span.callId);
  const page = usePage();
  const isMark = span.lane === GUARD_LANE;
  return (
    <button
      type="button"
      data-bar={span.id}
      data-pane-focus={first || undefined}
      tabIndex={first ? 0 : -1}
      aria-label={spanLabel(span, text, locale)}
      onPointerEnter={() => onPoint(span)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(span)}
      onBlur={() => onPoint(null)}
      onClick={() => lead(page, span)}
      style={{
        left: `min(${left * 100}%, calc(100% - ${isMark ? 8 : 3}px))`,
        ...(!isMark && { width: `max(3px, ${(right - left) * 100}%)` }),
      }}
      className={cx(
        'absolute forced-color-adjust-none hover:brightness-125',
        isMark ? 'top-[3px] size-[8px] rotate-45 rounded-[1px]' : 'top-[2px] h-[10px] rounded-[2px]',
        TONES[span.state],
        selected && 'outline-2 outline-offset-1 outline-text',
      )}
    />
  );
});

/** Selects the call of a bar, or shows the request of a turn. */
function lead({ client, ui }: Pick<Page, 'client' | 'ui'>, { callId, state, inside, start }: Span): void {
  const { selectCall, showRequest } = ui.getState();
  if (callId !== undefined) {
    selectCall(callId);
    revealCall(callId);
    return;
  }
  const { agents, threadId: main } = client.store.getState();
  const threadId = inside ? agents.find(({ id }) => id === inside.id)?.threadId : main;
  if (state !== 'model' || !threadId) return;
  showRequest({ threadId, startedAt: start });
  revealPane('Requests');
}
