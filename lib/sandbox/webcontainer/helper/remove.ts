import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';

/** `rm` of Node takes an empty folder only with `recursive`; the port, like `rmdir`, takes it without. */
export function remove(path: string, options: { recursive: boolean; force: boolean }): void {
  if (options.recursive || options.force) return rmSync(path, options);
  if (!lstatSync(path).isDirectory()) return rmSync(path);
  if (readdirSync(path).length === 0) return rmdirSync(path);
  throw Object.assign(new Error(`ENOTEMPTY: directory not empty, rm '${path}'`), { code: 'ENOTEMPTY' });
}
