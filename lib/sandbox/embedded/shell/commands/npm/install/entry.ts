import * as z from 'zod';

const names = z.record(z.string(), z.string());

/** A lock file's entry for a package. Fields that are not needed here are kept as they are. */
export const EntrySchema = z.looseObject({
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
export type Entry = z.infer<typeof EntrySchema>;
