'use client';

import { useEffect, useState } from 'react';
import { usePage } from '../../state/page-context';

export type DiffSides = { state: 'loading' } | { state: 'gone' } | { state: 'ready'; before: string; after: string };

/** Both sides of a change, read by their hashes; a side without a hash has no file and is empty. */
export function useSides(beforeHash: string | undefined, afterHash: string | undefined): DiffSides {
  const { client } = usePage();
  const [sides, setSides] = useState<DiffSides>({ state: 'loading' });

  useEffect(() => {
    let current = true;
    const blobs = client.loaded()?.blobs;
    const read = async (hash: string | undefined): Promise<string | undefined> => (hash ? await blobs?.get(hash) : '');
    void Promise.all([read(beforeHash), read(afterHash)])
      .catch(() => [undefined, undefined] as const)
      .then(([before, after]) => {
        if (!current) return;
        setSides(before === undefined || after === undefined ? { state: 'gone' } : { state: 'ready', before, after });
      });
    return () => {
      current = false;
    };
  }, [client, beforeHash, afterHash]);

  return sides;
}
