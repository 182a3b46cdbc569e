import { headers } from 'next/headers';
import type { Area } from './catalogues';
import { isLater, keepFirst, loadLater } from './catalogues';
import en from './en/first';
import { LOCALE_HEADER, localeOf, type Locale } from './locale';
import { textIn, type Text } from './text';
import zh from './zh/first';

keepFirst('en', en);
keepFirst('zh', zh);

/** The language of the requested page. */
export const requestLocale = async (): Promise<Locale> => localeOf((await headers()).get(LOCALE_HEADER)) ?? 'en';

/** The messages of an area, for content rendered only on the server. */
export async function serverText<A extends Area>(area: A): Promise<Text<A>> {
  const locale = await requestLocale();
  if (isLater(locale, area)) await loadLater(locale);
  return textIn(locale, area);
}
