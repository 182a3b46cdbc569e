import type { EventLoop } from './event-loop';

/** Native calls whose promise settles in a later turn: the program has to stay for it, as it would in Node. */
export function keepForNativePromises(loop: EventLoop): void {
  keepFor(loop, WebAssembly, ['compile', 'instantiate']);
  // An opaque origin has none of the browser's; ours settles at once.
  const subtle: unknown = Object.getPrototypeOf(Object(globalThis.crypto.subtle));
  if (subtle !== Object.prototype) keepFor(loop, Object(subtle), Object.getOwnPropertyNames(subtle));
}

function keepFor(loop: EventLoop, holder: object, names: readonly string[]): void {
  for (const name of names) {
    const own: unknown = name === 'constructor' ? undefined : Reflect.get(holder, name);
    if (typeof own !== 'function') continue;
    Reflect.set(holder, name, function keep(this: unknown, ...args: unknown[]) {
      loop.hold();
      const release = () => loop.release();
      const promise = Promise.resolve(Reflect.apply(own, this, args));
      promise.then(release, release);
      return promise;
    });
  }
}
