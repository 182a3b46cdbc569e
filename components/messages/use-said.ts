'use client';

import { useEffect, useState } from 'react';
import { useLocale } from './use-text';

type Said = (text: string) => string;
const AS_IT_IS: Said = (text) => text;

/** The translations, once they are loaded. */
let known: Record<What, Said> | undefined;
type What = 'text' | 'title' | 'failure' | 'note' | 'code' | 'tool' | 'label' | 'lack' | 'told';

/**
 * Translates the English of lint, the pack compiler and permissions into the page's language, or the titles, failures and
 * notes of calls, the comments in code, a built-in tool's name into what it does, the words of a tool's metadata, what a preset lacks, or what is added to a message. What is not known
 * stays as it is.
 */
export function useSaid(what: What = 'text'): Said {
  const locale = useLocale();
  const [chinese, setChinese] = useState<Said>(() => known?.[what] ?? AS_IT_IS);
  useEffect(() => {
    let left = false;
    // If it cannot be loaded, the text stays in English.
    if (locale === 'zh')
      void import('./zh/said').then(
        ({ SAID }) => {
          known = SAID;
          if (!left) setChinese(() => SAID[what]);
        },
        () => undefined,
      );
    return () => void (left = true);
  }, [locale, what]);
  return locale === 'zh' ? chinese : AS_IT_IS;
}
