import { isUnknown, isWaitedFor, listenForWaits, nativeThen, noteSettled, promiseState } from './introspect';

/** A promise that was shown while nobody knew anything about it; `pending`: it was so then, whatever has become of it since. */
interface Asked {
  state: 'asked' | 'pending' | 'settled';
}

/** A text in which such promises are shown. */
export interface ShownText {
  readonly text: string;
  /** The text with what is known now. */
  now(): string;
}

const enqueue = globalThis.queueMicrotask.bind(globalThis);
const { prototype } = globalThis.Promise;

const asked = new WeakMap<Promise<unknown>, Asked>();
/** For each of these, the promise that only waits to know, and the other way round. */
const askers = new WeakMap<Promise<unknown>, Promise<unknown>>();
const subjects = new WeakMap<Promise<unknown>, Promise<unknown>>();
/** The promises of one text: what is asked of each, or what it had come to. */
type ShownPromises = Map<Promise<unknown>, Asked | ReturnType<typeof promiseState>>;

/** The promises in each text, by what Node formats it with. */
const shown = new WeakMap<object, ShownPromises>();
/** Set while a text is made again: with what was asked as if it were all pending, or as it was. */
let again: { as: 'pending' | 'known'; promises: ShownPromises } | undefined;
let texts: ShownText[] = [];
/** How many of them there were when the console began. */
let begun = Infinity;

/** The promise itself, for one that only waits to know what becomes of it. */
export const subjectOf = (promise: Promise<unknown>): Promise<unknown> => subjects.get(promise) ?? promise;

/**
 * What a promise that is shown has come to; undefined if it is pending. Only the engine knows this of an asynchronous function's,
 * and tells it a moment later: what waits for a settled promise runs before whatever is queued afterwards.
 */
export function shownState(promise: Promise<unknown>, format: object): ReturnType<typeof promiseState> {
  const then = again?.promises.get(promise);
  if (again && typeof then?.state === 'number') return then.state === 0 ? undefined : then;
  if (again)
    return again.as === 'known' && (then?.state === 'settled' || !again.promises.has(promise))
      ? promiseState(promise)
      : undefined;
  const asking = isUnknown(promise) && Object.getPrototypeOf(promise) === prototype ? ask(promise) : asked.get(promise);
  const settled = promiseState(promise);
  const own: ShownPromises = shown.get(format) ?? new Map();
  shown.set(format, own.set(promise, settled ?? asking));
  return settled;
}

function ask(promise: Promise<unknown>): Asked {
  const one: Asked = { state: 'asked' };
  const isHandled = isWaitedFor(promise);
  asked.set(promise, one);
  const settle = (state: 1 | 2, value: unknown) => {
    if (one.state === 'asked') one.state = 'settled';
    noteSettled(promise, state, value);
  };
  const asker: Promise<unknown> = Reflect.apply(nativeThen, promise, [
    (value: unknown) => settle(1, value),
    (reason: unknown) => {
      settle(2, reason);
      // To ask is not to handle it.
      throw reason;
    },
  ]);
  enqueue(() => {
    if (one.state === 'asked') one.state = 'pending';
  });
  if (isHandled) quieten(asker);
  else askers.set(promise, asker);
  subjects.set(asker, promise);
  return one;
}

const quieten = (asker: Promise<unknown>): void => void Reflect.apply(nativeThen, asker, [undefined, () => undefined]);

/** Has nothing said of those that ask about a promise once somebody handles how it fails. */
export const followWaits = (): void =>
  listenForWaits((promise) => {
    const asker = askers.get(promise);
    if (asker) quieten(asker);
    askers.delete(promise);
  });

/** Takes a text that a value was formatted to, and how that is done once more. */
export function noteShown(text: string, format: object, make: () => unknown): string {
  const promises = shown.get(format);
  if (!promises || [...promises.values()].every((one) => typeof one?.state === 'number')) return text;
  const made = (as: 'pending' | 'known') => {
    again = { as, promises };
    try {
      return String(make());
    } finally {
      again = undefined;
    }
  };
  const now = () => {
    if (![...promises.values()].some((one) => one?.state === 'settled')) return text;
    // What has changed in the meantime was shown as it was.
    return made('pending') === text ? made('known') : text;
  };
  if (texts.length === 0) enqueue(() => (texts = []));
  texts.push({ text, now });
  return text;
}

/** The console begins to format what it writes next. */
export const beginShown = (): void => void (begun = texts.length);

/** Output in parts, of which some may have to be made again; none if there is nothing of that kind in it. */
export function shownPartsOf(output: string): readonly (string | ShownText)[] {
  const own = texts.slice(begun);
  const others = texts.slice(0, begun);
  begun = Infinity;
  const parts: (string | ShownText)[] = [];
  let at = 0;
  const take = (one: ShownText, from: number) => {
    parts.push(output.slice(at, from), one);
    at = from + one.text.length;
    texts = texts.filter((other) => other !== one);
  };
  for (const one of own) {
    const from = output.indexOf(one.text, at);
    if (from >= 0) take(one, from);
  }
  // Text that the program formatted itself: it has to be clear which it is.
  if (own.length === 0)
    for (const one of others) {
      const from = output.indexOf(one.text, at);
      if (from >= 0 && others.every((other) => other === one || other.text !== one.text)) take(one, from);
    }
  return parts.length === 0 ? parts : [...parts, output.slice(at)];
}
