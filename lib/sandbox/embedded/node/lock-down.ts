/** Globals that Node lacks, or that programs must not have here. The frame's policy blocks the network as well. */
const REMOVED = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'WebTransport',
  'importScripts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'indexedDB',
  'caches',
  'postMessage',
  'onmessage',
  'close',
  'navigator',
  'location',
  'origin',
  'FileReaderSync',
  'Notification',
  'RTCPeerConnection',
  'WorkerGlobalScope',
  'DedicatedWorkerGlobalScope',
  'self',
  'cookieStore',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'name',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'webkitResolveLocalFileSystemURL',
  'webkitResolveLocalFileSystemSyncURL',
  'showOpenFilePicker',
  'storage',
  'scheduler',
  'trustedTypes',
  'reportError',
  // What a bundled library shares between its copies.
  '__zod_globalConfig',
  '__zod_globalRegistry',
];

/** Methods that a program may call on its own targets, such as an abort signal, but not on the worker. */
const OF_TARGETS = ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const;

/** Kept in case a program replaces the global one. */
const { apply } = Reflect;

/** Removes the worker's own powers from the global scope before a program runs. */
export function lockDown(): void {
  for (const name of REMOVED) {
    for (
      let holder: unknown = globalThis;
      holder && holder !== Object.prototype;
      holder = Object.getPrototypeOf(holder)
    ) {
      if (!Object.hasOwn(Object(holder), name)) continue;
      if (!Reflect.deleteProperty(Object(holder), name))
        Reflect.defineProperty(Object(holder), name, { value: undefined });
    }
  }
  for (const name of OF_TARGETS) {
    const own: unknown = EventTarget.prototype[name];
    if (typeof own !== 'function') continue;
    Reflect.defineProperty(EventTarget.prototype, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...args: unknown[]) {
        if (this === undefined || this === globalThis) throw new TypeError('Illegal invocation');
        return apply(own, this, args);
      },
    });
    Reflect.defineProperty(globalThis, name, {
      value: undefined,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}
