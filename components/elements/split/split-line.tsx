'use client';

import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { cx } from '../cx';
import { useSplit } from './context';

/** Pixels that an arrow key moves the line. */
const STEP = 16;
/** Larger than any window: moves the line as far as the panels allow. */
const FAR = 1_000_000;

/** The line between two panels: drag it, or move it with the arrow keys, Home and End. */
export function SplitLine({ label }: { label: string }) {
  const split = useSplit();
  const { orientation, measure } = split;
  const across = orientation === 'horizontal';
  const element = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ at: number; from: Map<string, number> }>();
  const [share, setShare] = useState(50);

  const neighbours = (): [before: string, after: string] => [
    element.current?.previousElementSibling?.id ?? '',
    element.current?.nextElementSibling?.id ?? '',
  ];
  const place = (event: PointerEvent): number => (across ? event.clientX : event.clientY);
  const showShare = (): void => {
    const sizes = measure();
    const [one = 0, two = 0] = neighbours().map((id) => sizes.get(id));
    setShare(Math.round((one / (one + two || 1)) * 100));
  };
  // The line's position is known only once the panels are drawn.
  useLayoutEffect(showShare);

  const steps: Readonly<Record<string, number>> = {
    [across ? 'ArrowLeft' : 'ArrowUp']: -STEP,
    [across ? 'ArrowRight' : 'ArrowDown']: STEP,
    Home: -FAR,
    End: FAR,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const delta = steps[event.key];
    if (delta === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    split.move(measure(), ...neighbours(), delta);
  };
  const onKeyUp = (event: KeyboardEvent): void => {
    if (event.key in steps) split.settled();
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    element.current?.focus();
    element.current?.setPointerCapture(event.pointerId);
    setDrag({ at: place(event), from: measure() });
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag) split.move(drag.from, ...neighbours(), place(event) - drag.at);
  };
  const onLostPointerCapture = (): void => {
    setDrag(undefined);
    split.settled();
  };

  return (
    <div
      ref={element}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={across ? 'vertical' : 'horizontal'}
      aria-valuenow={share}
      data-separator={drag ? 'active' : 'at rest'}
      onFocus={showShare}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={onLostPointerCapture}
      className={cx(
        'relative z-10 shrink-0 touch-none bg-line transition-colors select-none hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent',
        // The line is thin, so a wider area takes the pointer.
        "after:absolute after:content-['']",
        across
          ? 'w-px cursor-col-resize after:inset-y-0 after:-inset-x-1'
          : 'h-px cursor-row-resize after:inset-x-0 after:-inset-y-1',
      )}
    />
  );
}
