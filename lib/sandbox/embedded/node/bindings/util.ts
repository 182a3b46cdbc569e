import { facts } from '../library';
import { isTty, streamStat, type NodeProgram } from '../program';
import type { Binding } from '../binding';
import { isDetached } from './detached';
import { iteratorOf, promiseState, proxyOf } from './introspect';
import { beginShown, noteShown, shownState } from './shown-promises';
import { parseEnvText } from '../env-file';
import { callerLocation } from '../stack';
import { types } from './types';

const { constants, privateSymbols: names } = facts.bindings.util;

/** Properties that scripts cannot see: stored outside the objects, and read through their common prototype. */
function makePrivateSymbols(): Record<string, symbol> {
  const made: Record<string, symbol> = {};
  for (const name of names) {
    const key = Symbol(name);
    const values = new WeakMap<object, unknown>();
    Reflect.defineProperty(Object.prototype, key, {
      configurable: true,
      get(this: unknown) {
        return typeof this === 'object' && this !== null
          ? values.get(this)
          : typeof this === 'function'
            ? values.get(this)
            : undefined;
      },
      set(this: unknown, value: unknown) {
        if ((typeof this === 'object' && this !== null) || typeof this === 'function') values.set(this, value);
      },
    });
    made[name] = key;
  }
  return made;
}

export const privateSymbols = makePrivateSymbols();

/** Symbols that C++ shares with Node's JavaScript. */
export const symbols: Record<string, symbol> = Object.fromEntries(
  facts.bindings.symbols.map((name) => [name, Symbol(name)]),
);

const isIndex = (key: PropertyKey): boolean =>
  typeof key === 'string' && /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < 4_294_967_295;

function constructorName(value: object): string {
  for (let at: object | null = value; at; at = Object.getPrototypeOf(at)) {
    const made: unknown = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
    if (typeof made === 'function' && made.name !== '') return made.name;
  }
  return 'Object';
}

const HANDLE_TYPES = ['TCP', 'TTY', 'UDP', 'FILE', 'PIPE', 'UNKNOWN', 'INVALID'];

function typeOf(program: NodeProgram, fd: number): string {
  if (fd <= 2 && isTty(program, fd)) return 'TTY';
  const type = fd > 2 ? 'file' : streamStat(program, fd)?.type;
  return type === 'file' || type === 'device' ? 'FILE' : 'PIPE';
}

/** `internalBinding('util')`. */
export const util = (program: NodeProgram): Binding => ({
  constants,
  privateSymbols,
  shouldAbortOnUncaughtToggle: new Uint32Array(1),
  ...types(),
  isInsideNodeModules: () => false,
  // `format`: what Node formats the text with that shows it.
  getPromiseDetails(value: Promise<unknown>, format?: object) {
    const known = format ? shownState(value, format) : promiseState(value);
    return known ? [known.state, known.value] : [constants.kPending, undefined];
  },
  beginShown,
  noteShown,
  getProxyDetails(value: unknown, both = true) {
    const known = proxyOf(value);
    if (!known) return undefined;
    return both ? [known.target, known.handler] : known.target;
  },
  getCallerLocation: callerLocation,
  isArrayBufferDetached: isDetached,
  previewEntries(value: object, isIterator?: boolean) {
    const known = iteratorOf(value);
    const entries = known?.entries() ?? (value instanceof Map || value instanceof Set ? [...value] : []);
    const flat = known?.pairs || (!known && value instanceof Map) ? entries.flat(1) : entries;
    return isIterator ? [flat, Boolean(known?.pairs)] : flat;
  },
  getOwnNonIndexProperties: (value: object, filter: number) =>
    Reflect.ownKeys(value).filter(
      (key) =>
        !isIndex(key) &&
        (typeof key === 'string' || (filter & (constants.SKIP_SYMBOLS ?? 0)) === 0) &&
        ((filter & (constants.ONLY_ENUMERABLE ?? 0)) === 0 || Object.prototype.propertyIsEnumerable.call(value, key)),
    ),
  getConstructorName: constructorName,
  getExternalValue: () => 0n,
  sleep: (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  parseEnv: parseEnvText,
  arrayBufferViewHasBuffer: () => true,
  // By position in Node's list of names.
  guessHandleType: (fd: number) => HANDLE_TYPES.indexOf(typeOf(program, fd)),
});
