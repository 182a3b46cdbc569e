import { isObject, type JsonSchema } from '../json-schema';

/** The drafts we distinguish. Older ones are read as draft-07, and 2019-09 as 2020-12. */
export type SchemaDraft = 'draft-07' | '2020-12';

export interface SchemaDialect {
  draft: SchemaDraft;
  /** There is no `$schema`, so newer keywords count in either draft. */
  guessed: boolean;
  /** False only for a custom meta-schema that omits the validation vocabulary. */
  validates: boolean;
}

const VALIDATION = 'https://json-schema.org/draft/2020-12/vocab/validation';

/** The dialect that a `$schema` names; undefined if it is unknown and `metaSchema` does not define it. */
export function dialectOf(declared: unknown, metaSchema?: unknown): SchemaDialect | undefined {
  if (typeof declared !== 'string') return undefined;
  if (/\/draft-0[3-7]\//.test(declared)) return { draft: 'draft-07', guessed: false, validates: true };
  const known = /\/draft\/(2019-09|2020-12|next)\/schema/.test(declared);
  if (known) return { draft: '2020-12', guessed: false, validates: true };
  if (!isObject(metaSchema)) return undefined;
  const vocabularies = metaSchema.$vocabulary;
  const validates = !isObject(vocabularies) || Object.hasOwn(vocabularies, VALIDATION);
  return { draft: dialectOf(metaSchema.$schema)?.draft ?? '2020-12', guessed: false, validates };
}

/** Keywords that only one of the drafts knows. */
const NEWER = [
  '$defs',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  'prefixItems',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
  'minContains',
  'maxContains',
];
const OLDER = ['definitions', 'dependencies', 'additionalItems'];

/** The draft of a schema without `$schema`: draft-07 if it uses a keyword only draft-07 has, otherwise 2020-12. */
export function guessDialect(nodes: Iterable<JsonSchema>): SchemaDialect {
  let older = false;
  for (const node of nodes) {
    if (NEWER.some((keyword) => Object.hasOwn(node, keyword))) return guessed('2020-12');
    older ||= Array.isArray(node.items) || OLDER.some((keyword) => Object.hasOwn(node, keyword));
  }
  return guessed(older ? 'draft-07' : '2020-12');
}

const guessed = (draft: SchemaDraft): SchemaDialect => ({ draft, guessed: true, validates: true });
