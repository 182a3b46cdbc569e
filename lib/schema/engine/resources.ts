import { isObject, type JsonSchema } from '../json-schema';
import { dialectOf, guessDialect, type SchemaDialect } from './dialect';
import { SchemaProblem } from '../problem';

/** A schema with its own URI, and the anchors inside it. */
export interface Resource {
  uri: string;
  root: unknown;
  dialect: SchemaDialect;
  anchors: Map<string, JsonSchema>;
  dynamicAnchors: Map<string, JsonSchema>;
}

/** Every resource of one document. */
export interface DocumentIndex {
  root: Resource;
  byUri: Map<string, Resource>;
  /** The resource that starts at a schema. */
  startingAt: Map<unknown, Resource>;
  /** The resource that a schema stands in. */
  around: Map<unknown, Resource>;
}

/** How many schemas a document may contain. */
const SCHEMA_LIMIT = 50_000;

/** Finds the ids and anchors of a document. Not recursive, and safe for schema objects that contain themselves. */
export function indexDocument(document: unknown, uri: string, findMetaSchema: (uri: string) => unknown): DocumentIndex {
  const nodes = isObject(document) ? reachable(document) : new Set<JsonSchema>();
  const dialectFor = (node: unknown): SchemaDialect | undefined =>
    isObject(node) && typeof node.$schema === 'string'
      ? dialectOf(node.$schema, findMetaSchema(withoutFragment(node.$schema)))
      : undefined;
  const root = newResource(uri, document, dialectFor(document) ?? guessDialect(nodes));
  const index: DocumentIndex = {
    root,
    byUri: new Map([[uri, root]]),
    startingAt: new Map([[document, root]]),
    around: new Map(),
  };
  const open: { node: JsonSchema; resource: Resource }[] = isObject(document)
    ? [{ node: document, resource: root }]
    : [];
  const done = new Set<JsonSchema>();
  for (let top = open.pop(); top; top = open.pop()) {
    const { node } = top;
    if (done.has(node)) continue;
    done.add(node);
    const resource = identified(node, top.resource, index, dialectFor);
    index.around.set(node, resource);
    if (typeof node.$anchor === 'string') resource.anchors.set(node.$anchor, node);
    if (typeof node.$dynamicAnchor === 'string') {
      resource.anchors.set(node.$dynamicAnchor, node);
      resource.dynamicAnchors.set(node.$dynamicAnchor, node);
    }
    for (const child of subschemas(node)) open.push({ node: child, resource });
  }
  return index;
}

function reachable(document: JsonSchema): Set<JsonSchema> {
  const nodes = new Set<JsonSchema>([document]);
  for (const node of nodes) {
    for (const child of subschemas(node)) nodes.add(child);
    if (nodes.size > SCHEMA_LIMIT) throw new SchemaProblem('costly');
  }
  return nodes;
}

/** The resource that a node belongs to: the enclosing one, unless the node has its own `$id`. */
function identified(
  node: JsonSchema,
  outer: Resource,
  index: DocumentIndex,
  dialectFor: (node: unknown) => SchemaDialect | undefined,
): Resource {
  const id = node.$id ?? (outer.dialect.draft === 'draft-07' ? node.id : undefined);
  if (typeof id !== 'string') return outer;
  if (outer.dialect.draft === 'draft-07' && typeof node.$ref === 'string') return outer;
  if (id.startsWith('#')) {
    outer.anchors.set(id.slice(1), node);
    return outer;
  }
  const uri = withoutFragment(resolveUri(id, outer.uri));
  const known = index.startingAt.get(node);
  const resource = known ?? newResource(uri, node, dialectFor(node) ?? outer.dialect);
  resource.uri = uri;
  index.startingAt.set(node, resource);
  if (!index.byUri.has(uri)) index.byUri.set(uri, resource);
  return resource;
}

const newResource = (uri: string, root: unknown, dialect: SchemaDialect): Resource => ({
  uri,
  root,
  dialect,
  anchors: new Map(),
  dynamicAnchors: new Map(),
});

export const withoutFragment = (uri: string): string => uri.split('#')[0] ?? '';

export function resolveUri(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    throw new SchemaProblem('reference', reference);
  }
}

const ONE = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const MAP = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties', 'dependencies'];

/** The direct subschemas of a schema. Values of unknown keywords are data, not schemas. */
function* subschemas(schema: JsonSchema): Generator<JsonSchema> {
  for (const keyword of ONE) {
    const one = schema[keyword];
    if (isObject(one)) yield one;
  }
  for (const keyword of LIST) {
    const list = schema[keyword];
    if (Array.isArray(list)) for (const one of list) if (isObject(one)) yield one;
  }
  for (const keyword of MAP) {
    const map = schema[keyword];
    if (isObject(map)) for (const one of Object.values(map)) if (isObject(one)) yield one;
  }
}
