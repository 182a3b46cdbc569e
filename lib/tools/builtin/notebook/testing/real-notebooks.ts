import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Notebooks as Jupyter's own library wrote them: outputs of every kind, an attachment, numbers JavaScript cannot hold. */
export const realNotebook = (format: '4.4' | '4.5'): string =>
  readFileSync(fileURLToPath(new URL(`measurements-${format}.ipynb`, import.meta.url)), 'utf8');
