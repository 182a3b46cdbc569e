/** Replaces what `brotli-wasm` uses from Node to read its module. */
export { TextDecoder, TextEncoder } from '../native';

/** Provides the WebAssembly module. */
export const source: { read(): Uint8Array } = {
  read() {
    throw new Error('no module');
  },
};

export const join = (_folder: string, name: string): string => name;
export const readFileSync = (): Uint8Array => source.read();
