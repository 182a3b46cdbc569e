/** Node's own Buffer, for bundled modules that run once it exists: replaces the package `buffer`. */
export const { Buffer } = globalThis;
