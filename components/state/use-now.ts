import { useEffect, useState } from 'react';

/** How often the clock of what runs moves on, milliseconds. */
const TICK = 200;

/** The present time, milliseconds since the epoch; it moves on only while `ticking`. Zero until the page is drawn. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    setNow(Date.now());
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
