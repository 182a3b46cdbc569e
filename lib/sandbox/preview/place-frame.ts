import type { PagePlace } from '@/lib/ports';

/** What a page is as large as where nobody looks. */
const UNSEEN: PagePlace = { left: 0, top: 0, width: 1024, height: 768 };

/** Puts a frame there; undefined hides it. */
export function placeFrame(frame: HTMLIFrameElement, place: PagePlace | undefined): void {
  const { left, top, width, height } = place ?? UNSEEN;
  Object.assign(frame.style, {
    position: 'fixed',
    border: '0',
    background: 'white',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    // Out of sight and yet within the window: a browser lets frames sleep that are outside.
    opacity: place ? '1' : '0',
    zIndex: place ? '1' : '-1',
    pointerEvents: place ? 'auto' : 'none',
  });
  frame.tabIndex = place ? 0 : -1;
  frame.toggleAttribute('aria-hidden', place === undefined);
}
