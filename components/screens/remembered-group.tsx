'use client';

import { useLayoutEffect, type ReactNode } from 'react';
import { Group, Separator, useGroupRef, type Layout } from 'react-resizable-panels';
import { cx } from '../elements/cx';

/** A group of panels whose sizes this browser keeps. The server does not know them, so they apply before the first paint. */
export function RememberedGroup(props: {
  id: string;
  orientation: 'horizontal' | 'vertical';
  className?: string;
  children: ReactNode;
}) {
  const { id, orientation, className, children } = props;
  const group = useGroupRef();

  useLayoutEffect(() => {
    const layout = storedLayout(id);
    const current = group.current?.getLayout();
    // A layout of other panels, from an older page, would not fit.
    if (layout && current && Object.keys(current).every((panel) => panel in layout)) group.current?.setLayout(layout);
  }, [id, group]);

  return (
    <Group
      id={id}
      groupRef={group}
      orientation={orientation}
      className={className}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (isUserInteraction) keepLayout(id, layout);
      }}
    >
      {children}
    </Group>
  );
}

/** The line between two panels: drag it, or move it with the arrow keys. */
export function Divider({ between, orientation }: { between: string; orientation: 'horizontal' | 'vertical' }) {
  return (
    <Separator
      aria-label={`Resize ${between}`}
      className={cx(
        'relative z-10 bg-line transition-colors hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent',
        orientation === 'horizontal' ? 'w-px' : 'h-px',
      )}
    />
  );
}

const keyOf = (id: string): string => `toolyard:layout:${id}`;

function storedLayout(id: string): Layout | undefined {
  try {
    const query = new URLSearchParams(localStorage.getItem(keyOf(id)) ?? '');
    const sizes = [...query].map(([panel, size]) => [panel, Number(size)] as const);
    const whole = sizes.every(([, size]) => Number.isFinite(size) && size >= 0 && size <= 100);
    return sizes.length > 0 && whole ? Object.fromEntries(sizes) : undefined;
  } catch {
    return undefined;
  }
}

function keepLayout(id: string, layout: Layout): void {
  try {
    const sizes = Object.entries(layout).map(([panel, size]) => [panel, size.toFixed(2)]);
    localStorage.setItem(keyOf(id), new URLSearchParams(sizes).toString());
  } catch {
    // A browser that keeps nothing still lets its panes be resized.
  }
}
