/**
 * What is written for a new part of each kind.
 *
 * @typedef {{ before: string, line: string, end?: string }} Line goes before the last place of `before`; `end` is a new line if left out
 * @typedef {{ path: string, lines: Line[] }} Registry
 * @typedef {(name: string, topic?: string) => { files: Record<string, string>, registries: Registry[] }} Kind
 */

/** @param {string} name */
export const pascal = (name) => name.replace(/(^|-)([a-z0-9])/g, (_, __, first) => first.toUpperCase());
/** @param {string} name */
export const camel = (name) => pascal(name).replace(/^./, (first) => first.toLowerCase());
/** @param {string} name */
export const sentence = (name) => name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());

/** A name as the key of an object. @param {string} name */
export const keyOf = (name) => (name.includes('-') ? `'${name}'` : name);
/** The entry of what is exported for a name, in an object. @param {string} name */
export const entryOf = (name) => (name.includes('-') ? `${keyOf(name)}: ${camel(name)}` : name);
