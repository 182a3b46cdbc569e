'use client';

import { startTransition, useEffect, useState } from 'react';

/** How many messages are drawn at once, from the last, and how many of those before them with each step. */
const FIRST = 30;
const STEP = 20;

/**
 * The index of the first message to draw. Of a long conversation that is opened only the end is drawn, so that it can be read at
 * once; what is before it follows in steps that keys do not wait for.
 */
export function useFirstDrawn(count: number, loading: boolean): number {
  const end = Math.max(0, count - FIRST);
  const [from, setFrom] = useState(end);
  // What was drawn once stays: a tab that comes back reads the rest of its log.
  const [opened, setOpened] = useState(!loading);
  if (!loading && !opened) setOpened(true);
  if (!opened && from !== end) setFrom(end);
  useEffect(() => {
    if (!opened || from === 0) return;
    const timer = setTimeout(() => startTransition(() => setFrom((now) => Math.max(0, now - STEP))));
    return () => clearTimeout(timer);
  }, [opened, from]);
  return Math.min(from, end);
}
