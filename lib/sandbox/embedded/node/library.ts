import library from 'node-library';

/** Node's own JavaScript by the module's name. */
export const sources: Readonly<Record<string, string>> = library.sources;

/** What Node's JavaScript finds in its bindings that is plain data. */
export const facts = library.facts;

export const VERSION: string = library.version;
