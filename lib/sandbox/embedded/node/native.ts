/** The browser's own, kept before Node's replace them in the global scope. */
export const { BroadcastChannel, MessageChannel, TextDecoder, TextEncoder, URL, atob, btoa, crypto, structuredClone } =
  globalThis;
