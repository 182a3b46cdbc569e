'use client';

import { useEffect, type RefObject } from 'react';
import { usePanelRef, type PanelImperativeHandle } from 'react-resizable-panels';
import { usePage } from '../state/page-context';
import type { DetailPane } from '../state/ui';

/** Panes that a person works in; the others are glanced at. */
const WORKED_IN: ReadonlySet<DetailPane> = new Set(['contract', 'policy', 'hooks']);

/** Percent of the column that such a pane needs, and gets. */
const ROOM = 60;

/** Gives the details room while a pane that is worked in is shown, and takes it back after, unless a person moved the line. */
export function useRoomForWork(): RefObject<PanelImperativeHandle | null> {
  const { ui } = usePage();
  const panel = usePanelRef();
  useEffect(() => {
    let before: number | undefined;
    const make = (detail: DetailPane): void => {
      const size = panel.current?.getSize().asPercentage ?? ROOM;
      if (WORKED_IN.has(detail) && before === undefined && size < ROOM - 5) {
        before = size;
        panel.current?.resize(`${ROOM}%`);
      } else if (!WORKED_IN.has(detail) && before !== undefined) {
        if (Math.abs(size - ROOM) < 1) panel.current?.resize(`${before}%`);
        before = undefined;
      }
    };
    make(ui.getState().detail);
    return ui.subscribe(({ detail }, was) => {
      if (detail !== was.detail) make(detail);
    });
  }, [ui, panel]);
  return panel;
}
