import * as z from 'zod';
import { NpmError } from '../npm-error';

const names = z.record(z.string(), z.string());

/** A lock file's entry for a package. Fields that are not needed here are kept as they are. */
export const EntrySchema = z.looseObject({
  /** Its own name, where it is installed by another one. */
  name: z.string().optional(),
  version: z.string(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  dependencies: names.optional(),
  optionalDependencies: names.optional(),
  peerDependencies: names.optional(),
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).optional(),
  devDependencies: names.optional(),
  bin: names.optional(),
  funding: z.unknown().optional(),
});
export type LockEntry = z.infer<typeof EntrySchema>;

/** The entry of the package at `where`, by the fields of its own `package.json`. Throws `NpmError` if one is malformed. */
export function entryOf(fields: object, where: string): LockEntry {
  const entry = EntrySchema.safeParse(fields);
  if (entry.success) return entry.data;
  const [issue] = entry.error.issues;
  throw new NpmError(`${where} is no package: ${issue?.path.join('.')}: ${issue?.message}`, {
    code: 'EINVALIDPACKAGE',
  });
}
