import { useEffect, useState } from 'react';

/** How often the time of running work is updated, milliseconds. */
const TICK = 200;

/** The present time, milliseconds since the epoch; updated only while `ticking`. Zero until the first render is done. */
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
