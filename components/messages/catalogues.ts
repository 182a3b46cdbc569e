import type enFirst from './en/first';
import type enLater from './en/later';
import type { Locale } from './locale';

/** The messages of every area, as they are in English. */
export type Messages = typeof enFirst & typeof enLater;
/** A part of the page with messages of its own: a file in each language's folder. */
export type Area = keyof Messages;

/** An area in another language: the same keys. A test holds it to the same parameters. */
export type Translated<T> = { readonly [Key in keyof T]: string };

/** Messages as they are loaded: text here, compiled in a build. */
type Loaded = Readonly<Record<string, Readonly<Record<string, string>>>>;

const first: Record<Locale, Loaded> = { en: {}, zh: {} };
const later: Record<Locale, Loaded> = { en: {}, zh: {} };

/** Keeps the messages of the first paint, which are there before anything is rendered in their language. */
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

/** Loads what the first paint does without: the messages of dialogs, and of panes that load when they are shown. */
export function loadLater(locale: Locale): Promise<void> {
  const known = loading.get(locale);
  if (known) return known;
  const begun: Promise<void> = LATER[locale]().then(
    ({ default: messages }) => {
      later[locale] = messages;
      // React’s own mark on a promise: who uses it from now on need not wait.
      void Object.assign(begun, { status: 'fulfilled', value: undefined });
    },
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
  first[locale][area] ?? later[locale][area];
