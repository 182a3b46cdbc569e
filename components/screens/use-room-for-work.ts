'use client';

import { useEffect, useRef, type RefObject } from 'react';
import type { SplitPanelHandle } from '../elements/split/split-panel';
import { usePage } from '../state/page-context';
import type { DetailPane } from '../state/ui';

/** Panes that a person works in; the others are glanced at. */
const WORKED_IN: ReadonlySet<DetailPane> = new Set(['contract', 'policy', 'hooks', 'stores']);

/** How much of the column such a pane needs, and gets. */
const ROOM = 0.6;

/** Gives the details room while a pane that is worked in is shown, and takes it back after, unless a person moved the line. */
export function useRoomForWork(): RefObject<SplitPanelHandle | null> {
  const { ui } = usePage();
  const panel = useRef<SplitPanelHandle>(null);
  useEffect(() => {
    let before: number | undefined;
    const make = (detail: DetailPane): void => {
      const share = panel.current?.share() ?? ROOM;
      if (WORKED_IN.has(detail) && before === undefined && share < ROOM - 0.05) {
        before = share;
        panel.current?.resize(ROOM);
      } else if (!WORKED_IN.has(detail) && before !== undefined) {
        if (Math.abs(share - ROOM) < 0.01) panel.current?.resize(before);
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
