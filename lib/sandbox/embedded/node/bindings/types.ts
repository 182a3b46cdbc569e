import type { Binding } from '../binding';
import { namespaces } from '../esm/linking';
import { proxyOf } from './introspect';

const tag = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);
const TypedArray = Object.getPrototypeOf(Uint8Array) as { prototype: object };

/** Whether a method that works only on its own kind of object can be called on `value`. */
function passes(method: unknown, ...args: unknown[]): (value: unknown) => boolean {
  return (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
    try {
      if (typeof method === 'function') Reflect.apply(method, value, args);
      return true;
    } catch {
      return false;
    }
  };
}

const getter = (holder: object, name: PropertyKey): unknown => Object.getOwnPropertyDescriptor(holder, name)?.get;

const isProxy = (value: unknown): boolean => proxyOf(value) !== undefined;
const isTagged =
  (...names: string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !isProxy(value) && names.includes(tag(value));

/**
 * Whether the engine made an error: known by its internal slot, or without `Error.isError`, by its tag or its own stack. One from
 * a thread is an object that looks like it.
 */
export function isNativeError(value: unknown): value is Error {
  if (typeof value !== 'object' || value === null || isProxy(value)) return false;
  if (typeof Reflect.get(Error, 'isError') === 'function')
    return Reflect.apply(Reflect.get(Error, 'isError'), Error, [value]);
  // An object of Node's library, whose stack is captured.
  if (Object.prototype.toString.call(value) === '[object DOMException]') return false;
  return (
    (!(Symbol.toStringTag in Object(value)) && Object.prototype.toString.call(value) === '[object Error]') ||
    (value instanceof Error && Object.hasOwn(value, 'stack') && !Object.hasOwn(value, Symbol.toStringTag))
  );
}

const boxed = {
  Boolean: passes(Boolean.prototype.valueOf),
  Number: passes(Number.prototype.valueOf),
  String: passes(String.prototype.valueOf),
  Symbol: passes(Symbol.prototype.valueOf),
  BigInt: passes(BigInt.prototype.valueOf),
};
const isArrayBuffer = passes(getter(ArrayBuffer.prototype, 'byteLength'));
const isSharedArrayBuffer = passes(getter(SharedArrayBuffer.prototype, 'byteLength'));

/** `internalBinding('types')`. */
export const types = (): Binding => ({
  isExternal: () => false,
  isDate: passes(Date.prototype.getTime),
  isArgumentsObject: (value: unknown) =>
    typeof value === 'object' && value !== null && !(Symbol.toStringTag in value) && tag(value) === 'Arguments',
  isBigIntObject: boxed.BigInt,
  isBooleanObject: boxed.Boolean,
  isNumberObject: boxed.Number,
  isStringObject: boxed.String,
  isSymbolObject: boxed.Symbol,
  isNativeError,
  isRegExp: (value: unknown) => isRegExpSlot(value),
  isAsyncFunction: (value: unknown) => typeof value === 'function' && tag(value).startsWith('Async'),
  isGeneratorFunction: (value: unknown) => typeof value === 'function' && /Generator/.test(tag(value)),
  isGeneratorObject: isTagged('Generator', 'AsyncGenerator'),
  isPromise: (value: unknown) => value instanceof Promise && !isProxy(value),
  isMap: passes(getter(Map.prototype, 'size')),
  isSet: passes(getter(Set.prototype, 'size')),
  isMapIterator: isTagged('Map Iterator'),
  isSetIterator: isTagged('Set Iterator'),
  isWeakMap: passes(WeakMap.prototype.has, {}),
  isWeakSet: passes(WeakSet.prototype.has, {}),
  isArrayBuffer,
  isDataView: passes(getter(DataView.prototype, 'byteLength')),
  isSharedArrayBuffer,
  isProxy,
  isModuleNamespaceObject: (value: unknown) => typeof value === 'object' && value !== null && namespaces.has(value),
  isAnyArrayBuffer: (value: unknown) => isArrayBuffer(value) || isSharedArrayBuffer(value),
  isBoxedPrimitive: (value: unknown) => Object.values(boxed).some((is) => is(value)),
  isArrayBufferView: ArrayBuffer.isView,
  isTypedArray: (value: unknown) =>
    value instanceof Object &&
    Reflect.apply(getter(TypedArray.prototype, Symbol.toStringTag) as () => unknown, value, []) !== undefined,
  isUint8Array: (value: unknown) => value instanceof Uint8Array,
});

const isRegExpFlag = passes(getter(RegExp.prototype, 'hasIndices'));
const isRegExpSlot = (value: unknown): boolean => value !== RegExp.prototype && isRegExpFlag(value);
