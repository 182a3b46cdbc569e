'use client';

import type { CallView } from '@/lib/client/state';
import { useCallback } from 'react';
import { useSaid } from '../messages/use-said';

/** Says a call's title in the page's language. One of the tool's name and its subject alone stays as it is: `Read src/cart.ts`. */
export function useCallTitle(): (call: Pick<CallView, 'name' | 'title'>) => string {
  const said = useSaid('title');
  return useCallback(
    ({ name, title }) => {
      const words = said(title);
      return title.startsWith(name) && words.includes(title.slice(name.length).trim()) ? title : words;
    },
    [said],
  );
}
