import * as z from 'zod';

/** The name of a file in the package set: its index, a package's tarball, or the module of Node's Brotli. */
export const PackageFileSchema = z
  .string()
  .regex(/^(?:index\.json|brotli\.wasm|[@\w][\w.+-]*\.tgz)$/)
  .max(300);
