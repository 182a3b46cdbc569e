'use client';

import { useEffect, useState } from 'react';
import { useLocale } from './use-text';

type Said = (text: string) => string;
const AS_IT_IS: Said = (text) => text;

/** Says what lint, the compiler of packs and permissions say in English, or what a call is called, in the language of the page. */
export function useSaid(what: 'text' | 'title' = 'text'): Said {
  const locale = useLocale();
  const [chinese, setChinese] = useState<Said>(() => AS_IT_IS);
  useEffect(() => {
    let left = false;
    // A page that cannot load it says it in English.
    if (locale === 'zh')
      void import('./zh/said').then(
        ({ inChinese, titleInChinese }) => left || setChinese(() => (what === 'title' ? titleInChinese : inChinese)),
        () => undefined,
      );
    return () => void (left = true);
  }, [locale, what]);
  return locale === 'zh' ? chinese : AS_IT_IS;
}
