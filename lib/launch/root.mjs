import { join } from 'node:path';

/** The folder that holds package.json. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Where Next.js builds to, from the root. */
export const distFolder = () => process.env.TOOLYARD_DIST ?? '.next';
