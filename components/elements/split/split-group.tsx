'use client';

import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { cx } from '../cx';
import { SplitContext, type Layout, type Orientation, type Split } from './context';
import { moveLine, type SizeLimits } from './sizes';

/** Panels side by side or stacked, with lines between them that a person can move. */
export function SplitGroup(props: {
  orientation: Orientation;
  className?: string;
  /** The initial layout, read in the browser before the first paint. It must fit the present panels. */
  restore?: (panels: readonly string[]) => Layout | undefined;
  /** Called with all sizes after a person has changed them. */
  onSettled?: (layout: Layout) => void;
  children: ReactNode;
}) {
  const { orientation, className, restore, onSettled, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const [limits] = useState(() => new Map<string, SizeLimits>());
  const [layout, setLayout] = useState<Layout>({});

  const split = useMemo((): Split => {
    const measure = () =>
      new Map(
        [...(element.current?.children ?? [])].flatMap((child) => {
          const own = limits.get(child.id);
          if (!own) return [];
          const kept = own.folded ? layout[child.id] : undefined;
          if (kept !== undefined) return [[child.id, kept] as const];
          const { width, height } = child.getBoundingClientRect();
          return [[child.id, orientation === 'horizontal' ? width : height] as const];
        }),
      );
    const change: Split['change'] = (sizes) => setLayout((before) => ({ ...before, ...Object.fromEntries(sizes) }));
    return {
      orientation,
      layout,
      register(id, own) {
        limits.set(id, own);
        return () => void limits.delete(id);
      },
      measure,
      change,
      move(from, before, after, delta) {
        const one = limits.get(before);
        const two = limits.get(after);
        if (!one || !two) return;
        const [first, second] = moveLine(
          { ...one, size: from.get(before) ?? 0 },
          { ...two, size: from.get(after) ?? 0 },
          delta,
        );
        change(new Map(from).set(before, first).set(after, second));
      },
      settled: () => onSettled?.(Object.fromEntries(measure())),
    };
  }, [orientation, layout, limits, onSettled]);

  useLayoutEffect(() => {
    const known = restore?.([...limits.keys()]);
    if (known) setLayout(known);
  }, [restore, limits]);

  return (
    <SplitContext value={split}>
      <div ref={element} className={cx('flex overflow-hidden', orientation === 'vertical' && 'flex-col', className)}>
        {children}
      </div>
    </SplitContext>
  );
}
