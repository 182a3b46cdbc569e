'use client';

import { createContext, use, useContext } from 'react';
import { isLater, loadLater, type Area } from './catalogues';
import type { Locale } from './locale';
import { textIn, type Text } from './text';

/** The language of the page, and what changes it. */
export const LocaleContext = createContext<{ locale: Locale; choose: (locale: Locale) => Promise<void> }>({
  locale: 'en',
  choose: async () => undefined,
});

/** The language of the page. */
export const useLocale = (): Locale => useContext(LocaleContext).locale;

/** Changes the language of the page, and keeps the choice. The page stays as it is where the messages cannot be loaded. */
export function useChooseLocale(): (locale: Locale) => void {
  const { choose } = useContext(LocaleContext);
  return (locale) => void choose(locale).catch(() => undefined);
}

/** The messages of an area, in the language of the page; waits in the nearest `Suspense` for those that load later. */
export function useText<A extends Area>(area: A): Text<A> {
  const locale = useLocale();
  // An area is one or the other for good: a component that waited must find the same hooks when it goes on.
  if (isLater(locale, area)) use(loadLater(locale));
  return textIn(locale, area);
}
