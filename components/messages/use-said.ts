'use client';

import { useEffect, useState } from 'react';
import { useLocale } from './use-text';

type Said = (text: string) => string;
const AS_IT_IS: Said = (text) => text;

/** Says what lint, the compiler of packs and permissions say in English in the language of the page. */
export function useSaid(): Said {
  const locale = useLocale();
  const [chinese, setChinese] = useState<Said>(() => AS_IT_IS);
  useEffect(() => {
    let left = false;
    // A page that cannot load it says it in English.
    if (locale === 'zh')
      void import('./zh/said').then(
        ({ inChinese }) => left || setChinese(() => inChinese),
        () => undefined,
      );
    return () => void (left = true);
  }, [locale]);
  return locale === 'zh' ? chinese : AS_IT_IS;
}
