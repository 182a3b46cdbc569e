'use client';

import { createContext, use, useContext } from 'react';
import { isLater, loadLater, type Area } from './catalogues';
import type { Locale } from './locale';
import { textIn, type Text } from './text';

/** The page's language, and a function that changes it. */
export const LocaleContext = createContext<{ locale: Locale; choose: (locale: Locale) => Promise<void> }>({
  locale: 'en',
  choose: async () => undefined,
});

/** The page's language. */
export const useLocale = (): Locale => useContext(LocaleContext).locale;

/** Changes the page's language and stores the choice. Nothing changes if the messages cannot be loaded. */
export function useChooseLocale(): (locale: Locale) => Promise<void> {
  const { choose } = useContext(LocaleContext);
  return (locale) => choose(locale).catch(() => undefined);
}

/** The messages of an area in the page's language; suspends until messages that load later are there. */
export function useText<A extends Area>(area: A): Text<A> {
  const locale = useLocale();
  // An area never changes sides, so a component that suspended calls the same hooks when it resumes.
  if (isLater(locale, area)) use(loadLater(locale));
  return textIn(locale, area);
}
