import { createContext, useContext, useState, type RefObject } from 'react';

/** What is typed while a dialog that begins with a search still loads. */
export const EarlySearch = createContext<RefObject<string>>({ current: '' });

/** The text that a dialog searches for, beginning with what was typed before it was there. */
export function useSearch(): readonly [string, (search: string) => void] {
  const early = useContext(EarlySearch);
  return useState(() => early.current);
}
