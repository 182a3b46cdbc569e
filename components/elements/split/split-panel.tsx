'use client';

import { useImperativeHandle, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { useSplit } from './context';
import { giveSize } from './sizes';

export interface SplitPanelHandle {
  /** Gives it all the space that the other panels can spare. Returns a function that gives it back. */
  grow(): () => void;
  collapse(): void;
  /** Restores the size it had before it was collapsed. */
  expand(): void;
}

/** A part of a group. It either keeps its pixels when the window is resized, or shares the remaining space. */
export function SplitPanel(props: {
  id: string;
  /** Pixels with `keepsPixels`, otherwise its share. */
  size: number;
  keepsPixels?: boolean;
  min: number;
  max?: number;
  collapsible?: boolean;
  ref?: Ref<SplitPanelHandle>;
  children: ReactNode;
}) {
  const { id, size: initial, keepsPixels = false, min, max = Infinity, collapsible = false, ref, children } = props;
  const split = useSplit();
  const { orientation, layout, register } = split;
  const size = layout[id] ?? initial;
  const before = useRef(initial || min);

  useLayoutEffect(() => register(id, { min, max, collapsible }), [register, id, min, max, collapsible]);
  useLayoutEffect(() => {
    if (size > 0) before.current = size;
  }, [size]);
  useImperativeHandle(ref, () => ({
    grow() {
      const before = split.measure();
      split.change(giveSize(before, id, sum(before.values())));
      return () => split.change(before);
    },
    collapse: () => split.change([[id, 0]]),
    expand: () => size === 0 && split.change([[id, before.current]]),
  }));

  const least = collapsible && size === 0 ? 0 : min;
  const most = Number.isFinite(max) ? max : undefined;
  return (
    <div
      id={id}
      data-panel
      className="flex overflow-hidden"
      style={{
        flex: keepsPixels ? `0 1 ${size}px` : `${size} 1 0px`,
        ...(orientation === 'horizontal'
          ? { minWidth: least, maxWidth: most, minHeight: 0 }
          : { minHeight: least, maxHeight: most, minWidth: 0 }),
      }}
    >
      <div className="max-h-full min-h-0 min-w-0 flex-1 overflow-auto">{children}</div>
    </div>
  );
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
