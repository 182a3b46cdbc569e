/** What `internalBinding(name)` returns: functions, classes and constants that Node's own JavaScript uses. */
export type Binding = Record<PropertyKey, unknown>;

/** A function passed in by Node's JavaScript, to be called with any `this`. */
export type Callback = (this: unknown, ...args: unknown[]) => unknown;

export const isCallback = (value: unknown): value is Callback => typeof value === 'function';

/** Calls `target[name]` if it is a function. */
export function callMethod(target: object, name: PropertyKey, ...args: unknown[]): unknown {
  const method: unknown = Reflect.get(target, name);
  return isCallback(method) ? Reflect.apply(method, target, args) : undefined;
}

/** Does nothing. */
export const noop = (): undefined => undefined;
