import { headers } from 'next/headers';
import type { Area } from './catalogues';
import { keepFirst } from './catalogues';
import en from './en/first';
import { LOCALE_HEADER, localeOf, type Locale } from './locale';
import { textIn, type Text } from './text';
import zh from './zh/first';

keepFirst('en', en);
keepFirst('zh', zh);

/** The language of the page that is asked for. */
export const requestLocale = async (): Promise<Locale> => localeOf((await headers()).get(LOCALE_HEADER)) ?? 'en';

/** The messages of an area, for what is rendered on the server alone. */
export const serverText = async <A extends Area>(area: A): Promise<Text<A>> => textIn(await requestLocale(), area);
