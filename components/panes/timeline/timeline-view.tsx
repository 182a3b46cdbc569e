'use client';

import { ZoomIn, ZoomOut } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { IconButton } from '../../elements/button';
import { duration } from '../../elements/format';
import { EmptyNote, PaneHeading } from '../../elements/pane';
import { useLocale, useText } from '../../messages/use-text';
import { busyStretches } from './busy';
import { Lanes, zoomIn, zoomOut } from './lanes-view';
import { Legend } from './legend';
import { scaleOf } from './scale';
import { SpanTable } from './span-table';
import { spanFigures, type Span } from './spans';
import { useSpans } from './use-spans';
import { WHOLE } from './view';

/** The lanes, or the same as a table; pointing at a bar shows its figures. */
export default function TimelineView() {
  const spans = useSpans();
  const [text, panes, locale] = [useText('timeline'), useText('panes'), useLocale()];
  const [asTable, setAsTable] = useState(false);
  const [legend, setLegend] = useState(false);
  const [folded, setFolded] = useState(true);
  const [view, setView] = useState(WHOLE);
  const [pointed, setPointed] = useState<Span | null>(null);
  // A person's time is not the machine's: waiting is shortened like any gap, unless the person wants to see it.
  const scale = useMemo(() => scaleOf(busyStretches(spans, folded)), [spans, folded]);
  const from = useMemo(() => spans.reduce((least, { start }) => Math.min(least, start), Infinity), [spans]);
  const figures = pointed
    ? spanFigures(pointed, from, text, locale)
    : spans.length > 0
      ? text('activity', { duration: duration(scale.shown, locale) })
      : undefined;

  return (
    <>
      <div className="flex h-8 shrink-0 items-center gap-1 border-b border-line bg-panel pr-1.5 pl-3">
        <PaneHeading>{panes('Timeline')}</PaneHeading>
        <p
          title={figures}
          className="min-w-0 flex-1 truncate px-2 text-right font-mono text-2xs text-dim tabular-nums max-sm:invisible"
        >
          {figures}
        </p>
        {spans.length > 0 && !asTable && (
          <>
            <IconButton label={text('zoomOut')} disabled={view.zoom === 1} onClick={() => setView(zoomOut)}>
              <ZoomOut aria-hidden size={13} />
            </IconButton>
            <IconButton label={text('zoomIn')} onClick={() => setView(zoomIn)}>
              <ZoomIn aria-hidden size={13} />
            </IconButton>
            {view.zoom > 1 && <Toggle onPress={() => setView(WHOLE)}>{text('showAll')}</Toggle>}
            <Toggle pressed={folded} title={text('foldExplains')} onPress={() => setFolded(!folded)}>
              {text('fold')}
            </Toggle>
            <Toggle pressed={legend} onPress={() => setLegend(!legend)}>
              {text('legend')}
            </Toggle>
          </>
        )}
        {spans.length > 0 && (
          <Toggle pressed={asTable} onPress={() => setAsTable(!asTable)}>
            {text('table')}
          </Toggle>
        )}
      </div>
      {legend && !asTable && spans.length > 0 && <Legend />}
      {spans.length === 0 ? (
        <EmptyNote>{panes('nothingTimed')}</EmptyNote>
      ) : asTable ? (
        <SpanTable spans={spans} />
      ) : (
        <Lanes spans={spans} scale={scale} view={view} onView={setView} onPoint={setPointed} />
      )}
    </>
  );
}

const Toggle = (props: { pressed?: boolean; title?: string; onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={props.pressed}
    title={props.title}
    onClick={props.onPress}
    className="shrink-0 rounded px-1.5 text-xs text-dim hover:bg-hover hover:text-text aria-pressed:bg-raised aria-pressed:text-text"
  >
    {props.children}
  </button>
);
