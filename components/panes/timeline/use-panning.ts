'use client';

import { useEffect, type RefObject } from 'react';
import { panned, zoomed, type View } from './view';

/** Zooms at the pointer with Ctrl or Command and the wheel; moves with a sideways wheel or a drag. */
export function usePanning(box: RefObject<HTMLElement | null>, onView: (change: (view: View) => View) => void): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const trackOf = (): DOMRect | undefined => element.querySelector('[data-track]')?.getBoundingClientRect();

    const onWheel = (event: WheelEvent): void => {
      const track = trackOf();
      if (!track || track.width === 0) return;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const at = Math.max(0, Math.min(1, (event.clientX - track.left) / track.width));
        onView((view) => zoomed(view, Math.exp(-event.deltaY / 300), at));
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        onView((view) => panned(view, sideways / track.width));
      } else {
        return;
      }
      // Otherwise the browser would zoom the page or go back.
      event.preventDefault();
    };

    let last: number | undefined;
    const onPointerDown = (event: PointerEvent): void => {
      const on = event.target instanceof Element ? event.target : null;
      if (event.button !== 0 || on?.closest('button') || !on?.closest('.lanes-grid')) return;
      last = event.clientX;
      element.setPointerCapture(event.pointerId);
    };
    const onPointerMove = (event: PointerEvent): void => {
      const track = trackOf();
      if (last === undefined || !track || track.width === 0) return;
      const moved = (last - event.clientX) / track.width;
      last = event.clientX;
      onView((view) => panned(view, moved));
    };
    const onPointerEnd = (): void => void (last = undefined);

    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onPointerDown);
    element.addEventListener('pointermove', onPointerMove);
    element.addEventListener('lostpointercapture', onPointerEnd);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onPointerDown);
      element.removeEventListener('pointermove', onPointerMove);
      element.removeEventListener('lostpointercapture', onPointerEnd);
    };
  }, [box, onView]);
}
