import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'sucrase';

/**
 * Strips types on loading, as the embedded sandbox does and Node 20 does not.
 *
 * @param {string} url @param {unknown} context @param {(url: string, context: unknown) => Promise<unknown>} next
 */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = transform(await readFile(fileURLToPath(url), 'utf8'), { transforms: ['typescript'] });
  return { format: 'module', source: code, shortCircuit: true };
}
