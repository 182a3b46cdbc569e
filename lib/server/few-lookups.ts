import type { Resolve } from './address-guard';

/**
 * The same look-up, so many at once. The system's own blocks a thread of few, which files are read with, too: names that nobody
 * answers for would hold up everybody.
 */
export function fewLookups(resolve: Resolve, most: number): Resolve {
  let asking = 0;
  const waiting: (() => void)[] = [];
  return (hostname, options, callback) => {
    const ask = (): void => {
      asking += 1;
      resolve(hostname, options, (error, addresses) => {
        asking -= 1;
        waiting.shift()?.();
        callback(error, addresses);
      });
    };
    if (asking < most) ask();
    else waiting.push(ask);
  };
}
