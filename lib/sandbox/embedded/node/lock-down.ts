/** What a program of Node's does not have, or must not have here. The frame's policy refuses the network as well. */
const REMOVED = [
  'fetch',
  'Request',
  'Response',
  'Headers',
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
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'webkitResolveLocalFileSystemURL',
  'webkitResolveLocalFileSystemSyncURL',
  'showOpenFilePicker',
  'storage',
  'scheduler',
  'trustedTypes',
  'reportError',
];

/** Takes the worker's own powers from the global scope before a program runs. */
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
}
