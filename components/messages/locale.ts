import type { Language } from '@/lib/protocol';

/** A language of the page. */
export type Locale = Language;

export const LOCALES: readonly { id: Locale; title: string; tag: string }[] = [
  { id: 'en', title: 'English', tag: 'en' },
  { id: 'zh', title: '中文', tag: 'zh-CN' },
];

/** The cookie that stores a person's choice, and the header that carries it to the layout. */
export const LOCALE_COOKIE = 'toolyard-language';
export const LOCALE_HEADER = 'x-toolyard-language';

/** The language of a tag such as `zh-TW`; undefined if it is not supported. */
export const localeOf = (tag: string | null | undefined): Locale | undefined =>
  LOCALES.find(({ id }) => id === tag?.trim().toLowerCase().split(/[-_]/)[0])?.id;

/** The preferred language of an `Accept-Language` header; English if no supported language is wanted. */
export function acceptedLocale(header: string | null): Locale {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag, weight] = part.split(';q=');
      return { locale: localeOf(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ locale, weight }) => locale !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted[0]?.locale ?? 'en';
}

/** The document's language; English if there is no document. */
export const documentLocale = (): Locale =>
  (typeof document === 'undefined' ? undefined : localeOf(document.documentElement.lang)) ?? 'en';

/** Names in a row, as the language sets them. */
export const inRow = (names: readonly string[], locale = documentLocale()): string =>
  names.join(locale === 'zh' ? '、' : ', ');
