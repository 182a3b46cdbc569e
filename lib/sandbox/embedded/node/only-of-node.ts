/** The globals of Node 20 that its engine has, or that it replaces. */
const GLOBALS = new Set(
  'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet Proxy Reflect FinalizationRegistry WeakRef decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN console SharedArrayBuffer Atomics WebAssembly URL URLSearchParams DOMException AbortController AbortSignal Event EventTarget TextEncoder TextDecoder TransformStream TransformStreamDefaultController WritableStream WritableStreamDefaultController WritableStreamDefaultWriter ReadableStream ReadableStreamDefaultReader ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableByteStreamController ReadableStreamDefaultController ByteLengthQueuingStrategy CountQueuingStrategy TextEncoderStream TextDecoderStream CompressionStream DecompressionStream clearInterval clearTimeout setInterval setTimeout queueMicrotask structuredClone atob btoa BroadcastChannel MessageChannel MessagePort MessageEvent Blob File Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming performance FormData Headers Request Response crypto Crypto CryptoKey SubtleCrypto CustomEvent'.split(
    ' ',
  ),
);

const ITERATOR = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

/** What newer engines have in the language's objects; `Symbol.` begins a symbol's name. */
const NEWER: readonly (readonly [holder: object, names: string])[] = [
  [Object, 'groupBy'],
  [Map, 'groupBy'],
  [Array, 'fromAsync'],
  [Promise, 'withResolvers try'],
  [RegExp, 'escape'],
  [Error, 'isError'],
  [JSON, 'rawJSON isRawJSON'],
  [Math, 'f16round sumPrecise'],
  [Intl, 'DurationFormat v8BreakIterator'],
  [Atomics, 'pause'],
  [Uint8Array, 'fromBase64 fromHex'],
  [WebAssembly, 'JSTag Suspending promising SuspendError'],
  [Date.prototype, 'toTemporalInstant'],
  [ArrayBuffer.prototype, 'transfer transferToFixedLength detached'],
  [Uint8Array.prototype, 'toBase64 setFromBase64 toHex setFromHex'],
  [DataView.prototype, 'getFloat16 setFloat16'],
  [Map.prototype, 'getOrInsert getOrInsertComputed'],
  [WeakMap.prototype, 'getOrInsert getOrInsertComputed'],
  [Set.prototype, 'difference intersection isSubsetOf isSupersetOf isDisjointFrom symmetricDifference union'],
  [
    ITERATOR,
    'constructor reduce toArray forEach some every find map filter take drop flatMap join includes Symbol.toStringTag',
  ],
];

/** Takes away what a browser has and Node 20 has not: other globals, and what its newer engine adds to the language. */
export function keepOnlyNodes(): void {
  for (
    let holder: object = globalThis;
    holder !== Object.prototype && holder !== EventTarget.prototype;
    holder = Object.getPrototypeOf(holder)
  )
    for (const name of Object.getOwnPropertyNames(holder))
      if (!GLOBALS.has(name) && name !== 'constructor') Reflect.deleteProperty(holder, name);
  // `console.log(globalThis)` begins with its name.
  const named = { value: Object, writable: true, configurable: true };
  Reflect.defineProperty(Object.getPrototypeOf(globalThis), 'constructor', named);
  for (const [holder, names] of NEWER)
    for (const name of names.split(' '))
      Reflect.deleteProperty(holder, name.startsWith('Symbol.') ? Symbol.toStringTag : name);
}
