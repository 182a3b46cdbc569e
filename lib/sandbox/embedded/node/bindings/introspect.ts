// oxlint-disable prefer-const -- a promise is recorded while it is created
import { isCallback } from './binding';

/**
 * What C++ sees but scripts cannot: the target of a proxy, the state of a promise, the origin of an iterator.
 * These are recorded when they are created, as far as the language allows.
 */
interface PromiseState {
  state: 0 | 1 | 2;
  value: unknown;
}

const proxies = new WeakMap<object, { target: unknown; handler: unknown }>();
const promises = new WeakMap<Promise<unknown>, PromiseState>();
const iterators = new WeakMap<object, { entries: () => unknown[]; pairs: boolean }>();

export const proxyOf = (value: unknown) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? proxies.get(value) : undefined;
export const promiseState = (value: Promise<unknown>): PromiseState | undefined => promises.get(value);
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
    return {
      proxy: made.proxy,
      revoke: () => (proxies.set(made.proxy, { target: null, handler: null }), made.revoke()),
    };
  };
}

function notePromises(): void {
  const Native = globalThis.Promise;
  const { resolve, reject } = Native;
  const settle = (promise: Promise<unknown>, state: 1 | 2, value: unknown) => {
    if (!promises.has(promise) && (state === 2 || !isThenable(value))) promises.set(promise, { state, value });
  };
  const Noted = new globalThis.Proxy(Native, {
    construct(_, [executor]: [unknown], made) {
      if (typeof executor !== 'function') return Reflect.construct(Native, [executor], made);
      let early: [1 | 2, unknown] | undefined;
      let promise: Promise<unknown> | undefined;
      const noted = (state: 1 | 2, value: unknown) => {
        if (promise) settle(promise, state, value);
        else early ??= [state, value];
      };
      const run = (onResolve: (value: unknown) => void, onReject: (reason: unknown) => void) =>
        Reflect.apply(executor, undefined, [
          (value: unknown) => (noted(1, value), onResolve(value)),
          (reason: unknown) => (noted(2, reason), onReject(reason)),
        ]);
      promise = Reflect.construct(Native, [run], made) as Promise<unknown>;
      if (early) settle(promise, ...early);
      return promise;
    },
  });
  // `await` uses a promise directly only if its constructor is the engine's, so that stays.
  const receiver = (of: unknown): unknown => (of === Noted ? Native : of);
  const statics: Record<string, unknown> = {
    resolve(this: unknown, value?: unknown) {
      const promise: Promise<unknown> = Reflect.apply(resolve, receiver(this), [value]);
      if (promise !== value) settle(promise, 1, value);
      return promise;
    },
    reject(this: unknown, reason?: unknown) {
      const promise: Promise<unknown> = Reflect.apply(reject, receiver(this), [reason]);
      settle(promise, 2, reason);
      return promise;
    },
  };
  for (const name of ['all', 'allSettled', 'any', 'race', 'withResolvers']) {
    const own: unknown = Reflect.get(Native, name);
    if (!isCallback(own)) continue;
    const { [name]: made } = {
      [name](this: unknown, ...args: unknown[]) {
        return Reflect.apply(own, receiver(this), args);
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
