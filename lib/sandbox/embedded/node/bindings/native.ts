/** The browser's own, kept before Node's take their places in the global scope. */
export const { BroadcastChannel, MessageChannel, TextDecoder, TextEncoder, URL, atob, btoa, crypto, structuredClone } =
  globalThis;
