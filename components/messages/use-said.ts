'use client';

import { useEffect, useState } from 'react';
import { useLocale } from './use-text';

type Said = (text: string) => string;
const AS_IT_IS: Said = (text) => text;

/**
 * Translates the English of lint, the pack compiler and permissions into the page's language, or the titles of calls, the
 * comments in code, or a built-in tool's name into what it does. What is not known stays as it is.
 */
export function useSaid(what: 'text' | 'title' | 'code' | 'tool' = 'text'): Said {
  const locale = useLocale();
  const [chinese, setChinese] = useState<Said>(() => AS_IT_IS);
  useEffect(() => {
    let left = false;
    // If it cannot be loaded, the text stays in English.
    if (locale === 'zh')
      void import('./zh/said').then(
        ({ SAID }) => left || setChinese(() => SAID[what]),
        () => undefined,
      );
    return () => void (left = true);
  }, [locale, what]);
  return locale === 'zh' ? chinese : AS_IT_IS;
}
