/** The browser's own, kept before Node's take their places in the global scope. */
export const {
  AbortController,
  Blob,
  FormData,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  atob,
  btoa,
  crypto,
  structuredClone,
} = globalThis;
