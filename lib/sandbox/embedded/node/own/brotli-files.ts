/** Stands in for what `brotli-wasm` takes of Node to read its module. */
export { TextDecoder, TextEncoder } from '../bindings/native';

/** Where the module comes from. */
export const source: { read(): Uint8Array } = {
  read() {
    throw new Error('no module');
  },
};

export const join = (_folder: string, name: string): string => name;
export const readFileSync = (): Uint8Array => source.read();
