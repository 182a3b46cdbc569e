import { concat } from '../../../bytes-text';
import { isCallback, type Binding } from '../binding';

/** `internalBinding('wasm_web_api')`: the engine's functions would compile only the bodies of its own `Response`. */
export const wasmStreaming = (): Binding => ({
  setImplementation(read: unknown) {
    const { compile, instantiate } = WebAssembly;
    const bytesOf = (source: unknown) =>
      new Promise<Uint8Array<ArrayBuffer>>((resolve, abort) => {
        const parts: Uint8Array[] = [];
        const push = (part: Uint8Array) => void parts.push(part);
        const state = { setURL: () => undefined, push, finish: () => resolve(concat(parts)), abort };
        if (isCallback(read)) read(state, source);
      });
    const streaming = {
      compileStreaming: (source: unknown) => bytesOf(source).then(compile).catch(renamed),
      instantiateStreaming: (source: unknown, imports?: WebAssembly.Imports) =>
        bytesOf(source)
          .then((bytes) => instantiate(bytes, imports))
          .catch(renamed),
    };
    for (const [name, value] of Object.entries(streaming))
      Reflect.defineProperty(WebAssembly, name, { value, writable: true, configurable: true });
  },
});

/** The engine's messages name the function that it ran. */
function renamed(error: unknown): never {
  if (error instanceof Error)
    error.message = error.message.replace(/^(WebAssembly\.(?:compile|instantiate))\(\)/, '$1Streaming()');
  throw error;
}
