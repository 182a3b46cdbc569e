/** Wraps an object so that `onUse` is called before any of its methods, or those of objects in it. */
export function interrupting<T extends object>(target: T, onUse: () => void): T {
  return new Proxy(target, {
    get(owner, key) {
      const value: unknown = Reflect.get(owner, key, owner);
      if (typeof value === 'function') {
        return (...args: unknown[]): unknown => {
          onUse();
          return Reflect.apply(value, owner, args);
        };
      }
      return typeof value === 'object' && value !== null ? interrupting(value, onUse) : value;
    },
  });
}
