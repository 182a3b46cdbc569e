import { relative, sep } from 'node:path';

/** The path of the linted file, from the root, with `/`. @param {any} context of a rule */
export const fileOf = (context) => relative(context.cwd, context.filename).split(sep).join('/');
