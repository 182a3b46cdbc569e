'use client';

import { useEffect, useState } from 'react';
import { useLocale } from './use-text';

type Said = (text: string) => string;
const AS_IT_IS: Said = (text) => text;

/** Translates the English of lint, the pack compiler and permissions, or the titles of calls, into the page's language. */
export function useSaid(what: 'text' | 'title' = 'text'): Said {
  const locale = useLocale();
  const [chinese, setChinese] = useState<Said>(() => AS_IT_IS);
  useEffect(() => {
    let left = false;
    // If it cannot be loaded, the text stays in English.
    if (locale === 'zh')
      void import('./zh/said').then(
        ({ inChinese, titleInChinese }) => left || setChinese(() => (what === 'title' ? titleInChinese : inChinese)),
        () => undefined,
      );
    return () => void (left = true);
  }, [locale, what]);
  return locale === 'zh' ? chinese : AS_IT_IS;
}
