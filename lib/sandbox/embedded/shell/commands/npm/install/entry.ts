import * as z from 'zod';

const names = z.record(z.string(), z.string());

/** What a lock file says of a package. What npm does not need here stays as it is. */
export const EntrySchema = z.looseObject({
  version: z.string(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  dependencies: names.optional(),
  optionalDependencies: names.optional(),
  peerDependencies: names.optional(),
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).optional(),
  bin: names.optional(),
  funding: z.unknown().optional(),
});
export type Entry = z.infer<typeof EntrySchema>;
