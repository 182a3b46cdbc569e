import { createTranslator } from 'use-intl/core';
import { messagesOf, type Area, type Messages } from './catalogues';
import { documentLocale, type Locale } from './locale';

/** Translates an area's messages: `text('key', { parameter })`, or `text.rich` if a part of the message is an element. */
export type Text<A extends Area> = ReturnType<typeof createTranslator<Messages[A]>>;

const made = new Map<string, ReturnType<typeof createTranslator>>();

/** The messages of an area in a language; throws if they have not loaded. Components use `useText`. */
export function textIn<A extends Area>(locale: Locale, area: A): Text<A>;
export function textIn(locale: Locale, area: Area): unknown {
  const id = `${locale}/${area}`;
  const known = made.get(id);
  if (known) return known;
  const messages = messagesOf(locale, area);
  if (!messages) throw new Error(`The messages of ${id} are not loaded.`);
  const text = createTranslator({ locale, messages, timeZone: 'UTC' });
  made.set(id, text);
  return text;
}

/** The messages of an area in the document's language, for use outside components, such as on a click or a key. */
export const textOf = <A extends Area>(area: A): Text<A> => textIn(documentLocale(), area);
