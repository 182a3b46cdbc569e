'use client';

import type { CallView } from '@/lib/client/state';
import { useCallback } from 'react';
import { useSaid } from '../messages/use-said';

/** Says a call's title in the page's language. One that begins with the tool's name stays as it is: `Read src/cart.ts`. */
export function useCallTitle(): (call: Pick<CallView, 'name' | 'title'>) => string {
  const said = useSaid('title');
  return useCallback(({ name, title }) => (title.startsWith(name) ? title : said(title)), [said]);
}
