'use client';

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** The distance from the end that still counts as the end, pixels. */
const NEAR = 48;

/**
 * If `sticks`, keeps a box scrolled to its end while it grows, until a person scrolls up or opens something in it; otherwise it
 * begins at its top.
 */
export function useStickToEnd(sticks: boolean): {
  box: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  away: boolean;
  toEnd: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const [away, setAway] = useState(false);

  const toEnd = useCallback(() => {
    stuck.current = true;
    setAway(false);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, []);

  useEffect(() => {
    const scrolled = box.current;
    const grown = content.current;
    if (!scrolled || !grown) return;
    if (!sticks) {
      scrolled.scrollTop = 0;
      stuck.current = true;
      setAway(false);
      return;
    }
    let top = scrolled.scrollTop;
    const isNear = (): boolean => scrolled.scrollHeight - scrolled.scrollTop - scrolled.clientHeight < NEAR;
    const onScroll = (): void => {
      // Text that grew since our own scrolling does not mean that a person scrolled: only going up does.
      stuck.current = isNear() || (stuck.current && scrolled.scrollTop >= top);
      top = scrolled.scrollTop;
      setAway(!stuck.current);
    };
    // Something that is opened stays where it was clicked, however long it is.
    const onClick = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('[aria-expanded], summary')) stuck.current = false;
    };
    const observer = new ResizeObserver(() => {
      if (stuck.current) scrolled.scrollTop = scrolled.scrollHeight;
      stuck.current ||= isNear();
      setAway(!stuck.current);
    });
    observer.observe(grown);
    observer.observe(scrolled);
    scrolled.addEventListener('scroll', onScroll, { passive: true });
    scrolled.addEventListener('click', onClick);
    return () => {
      observer.disconnect();
      scrolled.removeEventListener('scroll', onScroll);
      scrolled.removeEventListener('click', onClick);
    };
  }, [sticks]);

  return { box, content, away, toEnd };
}
