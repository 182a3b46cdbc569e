import type { EventLoop } from './event-loop';

/** Native calls whose promise settles in a later turn must keep the program alive, as they do in Node. */
export function keepForNativePromises(loop: EventLoop): void {
  keepFor(loop, WebAssembly, ['compile', 'instantiate']);
}

function keepFor(loop: EventLoop, holder: object, names: readonly string[]): void {
  for (const name of names) {
    const own: unknown = Reflect.get(holder, name);
    if (typeof own !== 'function') continue;
    const kept = {
      [name](this: unknown, ...args: unknown[]) {
        loop.holdBackground();
        const release = () => loop.releaseBackground();
        const promise = Promise.resolve(Reflect.apply(own, this, args));
        promise.then(release, release);
        return promise;
      },
    };
    Reflect.set(holder, name, kept[name]);
  }
}
