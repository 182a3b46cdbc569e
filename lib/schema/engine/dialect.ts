import { isObject, type JsonSchema } from '../json-schema';

/** The drafts that are told apart. Older ones are read as draft-07, 2019-09 as 2020-12. */
export type SchemaDraft = 'draft-07' | '2020-12';

export interface SchemaDialect {
  draft: SchemaDraft;
  /** No `$schema` says which draft it is, so newer keywords count in either. */
  guessed: boolean;
  /** False only for a meta-schema of somebody's own that leaves the validation vocabulary out. */
  validates: boolean;
}

const VALIDATION = 'https://json-schema.org/draft/2020-12/vocab/validation';

/** What a `$schema` stands for; undefined if it is not known and `metaSchema` is not its definition. */
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

/** The draft of a schema that does not say: draft-07 if it uses what only that one has, and else the newer. */
export function guessDialect(nodes: Iterable<JsonSchema>): SchemaDialect {
  let older = false;
  for (const node of nodes) {
    if (NEWER.some((keyword) => Object.hasOwn(node, keyword))) return guessed('2020-12');
    older ||= Array.isArray(node.items) || OLDER.some((keyword) => Object.hasOwn(node, keyword));
  }
  return guessed(older ? 'draft-07' : '2020-12');
}

const guessed = (draft: SchemaDraft): SchemaDialect => ({ draft, guessed: true, validates: true });
