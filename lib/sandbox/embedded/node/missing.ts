import type { Binding } from './binding';

/** A binding whose missing functions throw an error with their name when called. */
export const withMissing = (name: string, binding: Binding): Binding =>
  new NativeProxy(binding, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target) return Reflect.get(target, key);
      return missing(`${name}.${key}`);
    },
  });

const NativeProxy = globalThis.Proxy;

/** A function that throws that it does not exist. `instead`: what to use. */
export function missing(what: string, instead?: string) {
  return function notInSandbox(): never {
    throw Object.assign(new Error(`this sandbox's node has no ${what}${instead ? `: use ${instead} instead` : ''}`), {
      code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
    });
  };
}
