import type { Resolve } from './address-guard';

/**
 * Limits a look-up to `most` calls at a time. Each system look-up blocks one of the few threads that also read files, so
 * names that no server answers for would delay everything else.
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
