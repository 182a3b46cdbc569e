import * as z from 'zod';

/** The name of a file of the package set: its index, or a package's tarball. */
export const PackageFileSchema = z
  .string()
  .regex(/^(?:index\.json|[@\w][\w.+-]*\.tgz)$/)
  .max(300);
