'use client';

import { usePathname } from 'next/navigation';
import { useCallback } from 'react';

const BASE = '/tools';

/** The address of a tool's page, or of the page of all tools. */
export const toolAddress = (name?: string): string =>
  name === undefined ? BASE : `${BASE}/${encodeURIComponent(name)}`;

/** The tool that the address names, and a function to open another one. The page stays loaded, with everything tried on it. */
export function useToolName(): readonly [name: string | undefined, open: (name?: string) => void] {
  const path = usePathname();
  const [, , given] = path.split('/');
  const open = useCallback((name?: string) => history.pushState(null, '', toolAddress(name) + location.search), []);
  return [given ? decoded(given) : undefined, open];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
