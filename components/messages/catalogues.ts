import type enFirst from './en/first';
import type enLater from './en/later';
import type { Locale } from './locale';

/** The messages of all areas, typed by their English. */
export type Messages = typeof enFirst & typeof enLater;
/** A part of the page with its own messages: one file in each language's folder. */
export type Area = keyof Messages;

/** An area in another language, with the same keys. A test checks that the parameters match. */
export type Translated<T> = { readonly [Key in keyof T]: string };

/** Messages as they are loaded: text in the source, compiled in a build. */
type Loaded = Readonly<Record<string, Readonly<Record<string, string>>>>;

const first: Record<Locale, Loaded> = { en: {}, zh: {} };
const later: Record<Locale, Loaded> = { en: {}, zh: {} };

/** Stores the messages of the first paint, which must be present before anything renders in their language. */
export function keepFirst(locale: Locale, messages: Loaded): void {
  first[locale] = messages;
}

/** Whether an area loads after the first paint. */
export const isLater = (locale: Locale, area: Area): boolean => !(area in first[locale]);

const LATER: Record<Locale, () => Promise<{ default: Loaded }>> = {
  en: () => import('./en/later'),
  zh: () => import('./zh/later'),
};

const loading = new Map<Locale, Promise<void>>();

/** Loads the messages that the first paint does not need: those of dialogs and of panes that load when first shown. */
export function loadLater(locale: Locale): Promise<void> {
  const known = loading.get(locale);
  if (known) return known;
  const begun: Promise<void> = LATER[locale]().then(
    ({ default: messages }) => {
      later[locale] = messages;
      // React’s own mark on a promise: later uses need not wait.
      void Object.assign(begun, { status: 'fulfilled', value: undefined });
    },
    (error: unknown) => {
      // The next use tries again.
      loading.delete(locale);
      throw error;
    },
  );
  loading.set(locale, begun);
  return begun;
}

/** The messages of an area; undefined until they have loaded. */
export const messagesOf = (locale: Locale, area: Area): Readonly<Record<string, string>> | undefined =>
  first[locale][area] ?? later[locale][area];
