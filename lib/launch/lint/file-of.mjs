import { relative, sep } from 'node:path';

/** The file that is looked at, from the root, with `/`. @param {any} context of a rule */
export const fileOf = (context) => relative(context.cwd, context.filename).split(sep).join('/');
