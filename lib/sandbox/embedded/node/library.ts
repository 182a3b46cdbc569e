import library from 'node-library';

/** Node's own JavaScript by module name. */
export const sources: Readonly<Record<string, string>> = library.sources;

/** The plain data that Node's JavaScript finds in its bindings. */
export const facts = library.facts;

export const LIBRARY_VERSION: string = library.version;
