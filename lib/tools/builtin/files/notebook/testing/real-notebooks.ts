import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Notebooks written by Jupyter's own library: all kinds of outputs, an attachment, numbers that JavaScript cannot represent. */
export const realNotebook = (format: '4.4' | '4.5'): string =>
  readFileSync(fileURLToPath(new URL(`measurements-${format}.ipynb`, import.meta.url)), 'utf8');
