import type { JsonSchema } from '../../json-schema';
import { DRAFT_07 } from './draft-07';
import { DRAFT_2020_12 } from './draft-2020-12';

/** The meta-schemas that a `$ref` can always point to, by URI. */
export const META_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [DRAFT_07, ...DRAFT_2020_12].map((schema) => [schema.$id.replace(/#$/, ''), schema]),
);
