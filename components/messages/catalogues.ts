import type first from './en/first';
import type later from './en/later';
import type { Locale } from './locale';

type First = typeof first;
type Later = typeof later;

/** The messages of every area, as they are in English. */
export type Messages = First & Later;
/** A part of the page with messages of its own: a file in each language's folder. */
export type Area = keyof Messages;

/** An area in another language: the same keys. A test holds it to the same parameters. */
export type Translated<T> = { readonly [Key in keyof T]: string };

/** Messages as they are loaded: text here, compiled in a build. */
type Loaded = Readonly<Record<string, Readonly<Record<string, string>>>>;

const loaded: Record<Locale, Record<string, Readonly<Record<string, string>>>> = { en: {}, zh: {} };

/** Keeps what a module of messages brought along. */
export function keepMessages(locale: Locale, messages: Loaded): void {
  Object.assign(loaded[locale], messages);
}

const LATER: Record<Locale, () => Promise<{ default: Loaded }>> = {
  en: () => import('./en/later'),
  zh: () => import('./zh/later'),
};

const loading = new Map<Locale, Promise<void>>();

/** Loads what the first paint does without: the messages of dialogs, and of panes that load when they are shown. */
export function loadLater(locale: Locale): Promise<void> {
  const known = loading.get(locale);
  if (known) return known;
  const begun = LATER[locale]().then(
    ({ default: messages }) => keepMessages(locale, messages),
    (error: unknown) => {
      // It is asked for again when the next one needs it.
      loading.delete(locale);
      throw error;
    },
  );
  loading.set(locale, begun);
  return begun;
}

/** The messages of an area; undefined until they are loaded. */
export const messagesOf = (locale: Locale, area: Area): Readonly<Record<string, string>> | undefined =>
  loaded[locale][area];
