// oxlint-disable prefer-const -- a promise is recorded while it is created
import { isCallback } from '../binding';

/**
 * What C++ sees but scripts cannot: the target of a proxy, the state of a promise, the origin of an iterator.
 * These are recorded when they are created, as far as the language allows.
 */
interface PromiseState {
  /** 0: somebody waits for it; how it settles is not known yet. */
  state: 0 | 1 | 2;
  value: unknown;
}

/** Promises that were resolved with other ones. */
const followed = new WeakMap<Promise<unknown>, Promise<unknown>>();
const proxies = new WeakMap<object, { target: unknown; handler: unknown }>();
const promises = new WeakMap<Promise<unknown>, PromiseState>();
const iterators = new WeakMap<object, { entries: () => unknown[]; pairs: boolean }>();

export const proxyOf = (value: unknown) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? proxies.get(value) : undefined;
export function promiseState(value: Promise<unknown>): PromiseState | undefined {
  const [known, other] = [promises.get(value), followed.get(value)];
  return known?.state ? known : other && promiseState(other);
}
export const iteratorOf = (value: object) => iterators.get(value);

const isThenable = (value: unknown): boolean =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  typeof Reflect.get(Object(value), 'then') === 'function';

/** Replaces `Promise` and the iterator methods of maps and sets with versions that record what they create. */
export function noteWhatIsMade(): void {
  notePromises();
  noteIterators(Map.prototype, ['keys', 'values', 'entries']);
  noteIterators(Set.prototype, ['values', 'entries']);
  Reflect.defineProperty(Set.prototype, 'keys', { value: Set.prototype.values, writable: true, configurable: true });
}

/** Replaces `Proxy` with a version that records its proxies. */
export function noteProxies(): void {
  const Native = globalThis.Proxy;
  const { revocable } = Native;
  const note = (target: object, handler: object, made: object) => (proxies.set(made, { target, handler }), made);
  globalThis.Proxy = new Native(Native, {
    construct: (_, [target, handler]) => note(target, handler, Reflect.construct(Native, [target, handler])),
  });
  Native.revocable = function revocableNoted<T extends object>(target: T, handler: ProxyHandler<T>) {
    const made = revocable(target, handler);
    note(target, handler, made.proxy);
    const revoke = () => (proxies.set(made.proxy, { target: null, handler: null }), made.revoke());
    return { proxy: made.proxy, revoke: Object.defineProperty(revoke, 'name', { value: '' }) };
  };
}

/** Records that a promise was fulfilled (1) or rejected (2), unless that is known. */
export function noteSettled(promise: Promise<unknown>, state: 1 | 2, value: unknown): void {
  const known = promises.get(promise);
  if (known?.state || followed.has(promise)) return;
  if (state === 2 || !isThenable(value)) {
    if (known) Object.assign(known, { state, value });
    else promises.set(promise, { state, value });
  } else if (value instanceof NativePromise && value !== promise) followed.set(promise, value);
}

const NativePromise = globalThis.Promise;
const { then } = NativePromise.prototype;
export const nativeThen = then;

let onWait: (promise: Promise<unknown>) => void = () => undefined;
/** From now on, `listener` gets each promise for which somebody waits. */
export const listenForWaits = (listener: typeof onWait): void => void (onWait = listener);

/** Records that somebody waits for a promise, and so handles how it fails. */
export function noteWait(promise: Promise<unknown>): void {
  if (!promises.has(promise)) promises.set(promise, { state: 0, value: undefined });
  onWait(promise);
}
/** Whether somebody waits for a promise of which nothing else is known. */
export const isWaitedFor = (promise: Promise<unknown>): boolean => promises.has(promise);

/** Whether nobody has recorded yet how a promise settles: only the engine knows those of asynchronous functions. */
export const isUnknown = (value: unknown): value is Promise<unknown> =>
  value instanceof NativePromise && !promises.get(value)?.state && !followed.has(value);

/** Set while promises are combined: stacks show how those wait only if the engine's own functions do. */
let combines = false;

/** Has `then` record how its promise, and the one that it makes, settle. */
function noteThen(): void {
  const noted = {
    // oxlint-disable-next-line no-thenable -- it is the promises' own
    then(this: Promise<unknown>, ...callbacks: unknown[]): unknown {
      noteWait(this);
      if (combines) return Reflect.apply(then, this, callbacks);
      const follow = (callback: unknown, state: 1 | 2) => (value: unknown) => {
        noteSettled(this, state, value);
        if (!isCallback(callback)) {
          noteSettled(made, state, value);
          if (state === 2) throw value;
          return value;
        }
        try {
          const result: unknown = callback(value);
          noteSettled(made, 1, result);
          return result;
        } catch (error) {
          noteSettled(made, 2, error);
          throw error;
        }
      };
      const made: Promise<unknown> = Reflect.apply(then, this, [follow(callbacks[0], 1), follow(callbacks[1], 2)]);
      return made;
    },
  };
  Reflect.defineProperty(noted.then, 'length', { value: then.length, configurable: true });
  // oxlint-disable-next-line no-thenable -- it is the promises' own
  Reflect.defineProperty(NativePromise.prototype, 'then', { value: noted.then, writable: true, configurable: true });
}

function notePromises(): void {
  noteThen();
  const Native = globalThis.Promise;
  const { resolve, reject } = Native;
  const Noted = new globalThis.Proxy(Native, {
    construct(_, [executor]: [unknown], made) {
      if (typeof executor !== 'function') return Reflect.construct(Native, [executor], made);
      let early: [1 | 2, unknown] | undefined;
      let promise: Promise<unknown> | undefined;
      const noted = (state: 1 | 2, value: unknown) => {
        if (promise) noteSettled(promise, state, value);
        else early ??= [state, value];
      };
      const run = (onResolve: (value: unknown) => void, onReject: (reason: unknown) => void) =>
        Reflect.apply(executor, undefined, [
          (value: unknown) => (noted(1, value), onResolve(value)),
          (reason: unknown) => (noted(2, reason), onReject(reason)),
        ]);
      promise = Reflect.construct(Native, [run], made) as Promise<unknown>;
      if (early) noteSettled(promise, ...early);
      return promise;
    },
  });
  // `await` uses a promise directly only if its constructor is the engine's, so that stays.
  const receiver = (of: unknown): unknown => (of === Noted ? Native : of);
  const statics: Record<string, unknown> = {
    resolve(this: unknown, value?: unknown) {
      const promise: Promise<unknown> = Reflect.apply(resolve, receiver(this), [value]);
      if (promise !== value) noteSettled(promise, 1, value);
      return promise;
    },
    reject(this: unknown, reason?: unknown) {
      const promise: Promise<unknown> = Reflect.apply(reject, receiver(this), [reason]);
      noteSettled(promise, 2, reason);
      return promise;
    },
  };
  // What these make is made by the constructor that records.
  const capability = Object.assign(
    function (executor: unknown) {
      return Reflect.construct(Noted, [executor]);
    },
    { resolve: (value: unknown) => Native.resolve(value) },
  );
  for (const name of ['all', 'allSettled', 'any', 'race', 'withResolvers']) {
    const own: unknown = Reflect.get(Native, name);
    if (!isCallback(own)) continue;
    const { [name]: made } = {
      [name](this: unknown, ...args: unknown[]) {
        combines = true;
        try {
          return Reflect.apply(own, receiver(this) === Native ? capability : this, args);
        } finally {
          combines = false;
        }
      },
    };
    Reflect.defineProperty(made ?? own, 'length', { value: own.length, configurable: true });
    statics[name] = made;
  }
  for (const [name, value] of Object.entries(statics))
    Reflect.defineProperty(Native, name, { value, writable: true, configurable: true });
  globalThis.Promise = Noted;
}

function noteIterators(prototype: Map<unknown, unknown> | Set<unknown>, names: readonly string[]): void {
  for (const name of names) {
    const own: unknown = Reflect.get(prototype, name);
    if (typeof own !== 'function') continue;
    const noted = {
      [name](this: Map<unknown, unknown> | Set<unknown>) {
        const iterator = Reflect.apply(own, this, []) as object;
        iterators.set(iterator, {
          entries: () => [...(Reflect.apply(own, this, []) as Iterable<unknown>)],
          pairs: name === 'entries',
        });
        return iterator;
      },
    };
    Reflect.defineProperty(prototype, name, { value: noted[name], writable: true, configurable: true });
  }
}
