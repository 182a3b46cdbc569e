/** Node's own Buffer, for modules of ours that run once it is there: in place of the package `buffer`. */
export const { Buffer } = globalThis;
