'use client';

import dynamic from 'next/dynamic';
import { startTransition, useMemo, useState, type ReactNode } from 'react';
import { loadLater } from './catalogues';
import { LOCALE_COOKIE, LOCALES, type Locale } from './locale';
import { LocaleContext } from './use-text';

/** Each language is a chunk with its messages: a page loads only the one it needs. */
const IN = {
  en: dynamic(() => import('./en')),
  zh: dynamic(() => import('./zh')),
};
const LOAD = {
  en: () => import('./en'),
  zh: () => import('./zh'),
};

/** Sets the page to the language that the server chose, until a person chooses another. */
export function Languages({ locale: first, children }: { locale: Locale; children: ReactNode }) {
  const [locale, setLocale] = useState(first);
  // The server may send another language later: a page that became that of another component would begin anew.
  const [In] = useState(() => IN[first]);
  const value = useMemo(
    () => ({
      locale,
      choose: async (next: Locale): Promise<void> => {
        await Promise.all([LOAD[next](), loadLater(next)]);
        keep(next);
        startTransition(() => setLocale(next));
      },
    }),
    [locale],
  );
  return (
    <In>
      <LocaleContext value={value}>{children}</LocaleContext>
    </In>
  );
}

const YEAR_S = 365 * 24 * 3600;

/** Stores the choice for the next page, and updates the link if it names a language. */
function keep(locale: Locale): void {
  document.documentElement.lang = LOCALES.find(({ id }) => id === locale)?.tag ?? locale;
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`;
  const url = new URL(location.href);
  if (!url.searchParams.has('lang')) return;
  url.searchParams.set('lang', locale);
  history.replaceState(history.state, '', url);
}
