type AnyFunction = (...args: unknown[]) => unknown;

interface Call {
  arguments: unknown[];
  result?: unknown;
  error?: unknown;
  this: unknown;
}

/** `mock.fn` and `mock.method` of `node:test`. */
export function makeMock() {
  const undo: (() => void)[] = [];
  const fn = (original: AnyFunction = () => undefined, replacement: AnyFunction = original) => {
    const calls: Call[] = [];
    let implementation = replacement;
    const mocked = function (this: unknown, ...args: unknown[]): unknown {
      const call: Call = { arguments: args, this: this };
      calls.push(call);
      try {
        call.result = Reflect.apply(implementation, this, args);
        return call.result;
      } catch (error) {
        call.error = error;
        throw error;
      }
    };
    return Object.assign(mocked, {
      mock: {
        calls,
        callCount: () => calls.length,
        resetCalls: () => void (calls.length = 0),
        mockImplementation: (next: AnyFunction) => void (implementation = next),
        restore: () => void (implementation = original),
      },
    });
  };
  const method = (target: object, name: string, replacement?: AnyFunction) => {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') throw new TypeError(`${name} is not a method`);
    const call: AnyFunction = function (this: unknown, ...args) {
      return Reflect.apply(original, this, args);
    };
    const mocked = fn(call, replacement);
    Reflect.set(target, name, mocked);
    undo.push(() => Reflect.set(target, name, original));
    return mocked;
  };
  const restoreAll = () => undo.splice(0).forEach((restore) => restore());
  return { fn, method, restoreAll, reset: restoreAll };
}
