/** What `internalBinding(name)` gives: functions, classes and constants that Node's own JavaScript calls. */
export type Binding = Record<PropertyKey, unknown>;

/** A function that Node's JavaScript handed over, to be called with any `this`. */
export type Callback = (this: unknown, ...args: unknown[]) => unknown;

export const isCallback = (value: unknown): value is Callback => typeof value === 'function';

/** Calls what `target[name]` is, if it is a function. */
export function callMethod(target: object, name: PropertyKey, ...args: unknown[]): unknown {
  const method: unknown = Reflect.get(target, name);
  return isCallback(method) ? Reflect.apply(method, target, args) : undefined;
}

/** Does nothing. */
export const nothing = (): undefined => undefined;
