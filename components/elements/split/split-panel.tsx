'use client';

import { useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
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
  /** Its pixels while it is folded. It gets its size back afterwards. */
  foldedTo?: number | undefined;
  ref?: Ref<SplitPanelHandle>;
  children: ReactNode;
}) {
  const {
    id,
    size: initial,
    keepsPixels = false,
    min,
    max = Infinity,
    collapsible = false,
    foldedTo,
    ref,
    children,
  } = props;
  const split = useSplit();
  const { orientation, layout, register } = split;
  const size = layout[id] ?? initial;
  const before = useRef(initial || min);

  // Its size is noted before the others get its space.
  const [noted, setNoted] = useState(false);
  const folded = noted && foldedTo !== undefined;
  useLayoutEffect(() => {
    if (foldedTo !== undefined && !noted) split.change(split.measure());
    setNoted(foldedTo !== undefined);
  }, [foldedTo, noted, split]);
  useLayoutEffect(() => register(id, { min, max, collapsible, folded }), [register, id, min, max, collapsible, folded]);
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
      data-collapsed={collapsible && size === 0 ? '' : undefined}
      className="flex overflow-hidden"
      style={{
        flex: folded ? `0 0 ${foldedTo}px` : keepsPixels ? `0 1 ${size}px` : `${size} 1 0px`,
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
