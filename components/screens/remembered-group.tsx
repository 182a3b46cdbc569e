'use client';

import { useCallback, type ReactNode } from 'react';
import type { Layout, Orientation } from '../elements/split/context';
import { SplitGroup } from '../elements/split/split-group';

/** A group of panels whose sizes this browser stores. The server does not know them: they are applied before the first paint. */
export function RememberedGroup(props: {
  id: string;
  orientation: Orientation;
  className?: string;
  children: ReactNode;
}) {
  const { id, children, ...rest } = props;
  const restore = useCallback(
    (panels: readonly string[]) => {
      const layout = storedLayout(id);
      // A layout of other panels, stored by an older page, would not fit.
      return layout && panels.every((panel) => panel in layout) ? layout : undefined;
    },
    [id],
  );
  const keep = useCallback((layout: Layout) => keepLayout(id, layout), [id]);
  return (
    <SplitGroup {...rest} restore={restore} onSettled={keep}>
      {children}
    </SplitGroup>
  );
}

const keyOf = (id: string): string => `toolyard:split:${id}`;

function storedLayout(id: string): Layout | undefined {
  try {
    const query = new URLSearchParams(localStorage.getItem(keyOf(id)) ?? '');
    const sizes = [...query].map(([panel, size]) => [panel, Number(size)] as const);
    const whole = sizes.every(([, size]) => Number.isFinite(size) && size >= 0);
    return sizes.length > 0 && whole ? Object.fromEntries(sizes) : undefined;
  } catch {
    return undefined;
  }
}

function keepLayout(id: string, layout: Layout): void {
  try {
    const sizes = Object.entries(layout).map(([panel, size]) => [panel, size.toFixed(1)]);
    localStorage.setItem(keyOf(id), new URLSearchParams(sizes).toString());
  } catch {
    // If the browser cannot store sizes, panes can still be resized.
  }
}
