/** Node's own JavaScript and the constants of its bindings, bundled by `upstream/plugin.mjs`. */
declare module 'node-library' {
  type Plain = string | number | boolean | readonly string[] | { readonly [name: string]: Plain };
  const library: {
    version: string;
    sources: Record<string, string>;
    facts: {
      bindings: Record<string, Record<string, Plain> | undefined> & {
        util: { constants: Record<string, number>; privateSymbols: string[] };
        symbols: string[];
      };
      uvErrors: [number, [string, string]][];
      options: [string, { helpText: string; envVarSettings: number; type: number; defaultIsTrue: boolean }][];
      aliases: [string, string[]][];
      values: Record<string, unknown>;
      providers: Record<string, number>;
      config: string;
    };
  };
  export default library;
}
declare module 'http-parser-js' {
  export class HTTPParser {
    static REQUEST: string;
    static RESPONSE: string;
    static methods: string[];
    static maxHeaderSize: number;
    static kOnHeaders: number;
    static kOnHeadersComplete: number;
    static kOnBody: number;
    static kOnMessageComplete: number;
    [event: number]: (...args: never[]) => unknown;
    state: string;
    line: string;
    info: { headers: string[] };
    chunk: Uint8Array | null;
    offset: number;
    end: number;
    consumeLine(): string | undefined;
    parseHeader(line: string, headers: string[]): void;
    REQUEST_LINE(): void;
    RESPONSE_LINE(): void;
    BODY_CHUNKHEAD(): void;
    BODY_CHUNKEMPTYLINE(): void;
    initialize(type: string, resource?: object): void;
    execute(chunk: Uint8Array): number | Error;
    finish(): Error | undefined;
    remove(): void;
    free(): void;
    close(): void;
  }
  export const methods: string[];
}
// oxlint-disable toolyard/layers -- only types are taken from Node's modules
/** Browser builds of Node's own modules that lack types. */
declare module 'readable-stream' {
  export {
    Duplex,
    PassThrough,
    Readable,
    Stream,
    Transform,
    Writable,
    finished,
    pipeline,
    promises,
  } from 'node:stream';
}
declare module 'path-browserify' {
  export { default } from 'node:path';
}
/** The build of `brotli-wasm` that starts synchronously. */
declare module 'brotli-module' {
  export class CompressStream {
    constructor(quality?: number);
    compress(input: Uint8Array | undefined, room: number): StreamResult;
    free(): void;
  }
  export class DecompressStream {
    decompress(input: Uint8Array, room: number): StreamResult;
    free(): void;
  }
  interface StreamResult {
    code: number;
    buf: Uint8Array;
    input_offset: number;
    free(): void;
  }
}
