/** An object whose methods, and those of the objects in it, say that they are about to be called. */
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
