import { isObject, type JsonSchema, type ToolDesign } from './design';
import { below, stepsOf } from './pointer';

/** One subschema of a design's input schema. */
interface SchemaNode {
  readonly schema: JsonSchema;
  readonly at: string;
  /** How many objects and lists it is nested in. */
  readonly depth: number;
  /** The field it describes, if any. */
  readonly field?: { readonly name: string; readonly required: boolean; readonly owner: JsonSchema };
}

/** A subschema that describes a field. */
export type FieldNode = SchemaNode & Required<Pick<SchemaNode, 'field'>>;

/** Maximum subschemas examined: a schema of a megabyte must not freeze the page. */
const MOST_NODES = 20_000;

const known = new WeakMap<JsonSchema, readonly SchemaNode[]>();

/** Every subschema of a design's input schema, outermost first; each once, so cycles end. */
export function schemaNodes({ inputSchema }: ToolDesign): readonly SchemaNode[] {
  let nodes = known.get(inputSchema);
  if (!nodes) known.set(inputSchema, (nodes = walk(inputSchema)));
  return nodes;
}

/** All fields at any depth. */
export const fieldsOf = (tool: ToolDesign): FieldNode[] =>
  schemaNodes(tool).flatMap((node) => (node.field ? [{ ...node, field: node.field }] : []));

function walk(root: JsonSchema): SchemaNode[] {
  const nodes: SchemaNode[] = [{ schema: root, at: '/inputSchema', depth: 0 }];
  const seen = new Set<unknown>([root]);
  for (let index = 0; index < nodes.length && nodes.length < MOST_NODES; index++) {
    const node = nodes[index];
    for (const child of node ? [...childrenOf(node), ...referred(root, node)] : []) {
      if (seen.has(child.schema)) continue;
      seen.add(child.schema);
      nodes.push(child);
    }
  }
  return nodes;
}

/** The target of a local reference. Definitions are visited only this way: unreferenced ones do not describe the input. */
function referred(root: JsonSchema, { schema: { $ref }, depth }: SchemaNode): SchemaNode[] {
  const schema = follow(root, $ref);
  return schema && typeof $ref === 'string' ? [{ schema, at: `/inputSchema${$ref.slice(1)}`, depth }] : [];
}

/** Keywords that hold one subschema, a list of them, or a record of them. */
const ONE = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const RECORDS = ['patternProperties'];
const DEEPER: ReadonlySet<string> = new Set(['items', 'prefixItems', 'additionalProperties', 'patternProperties']);

function childrenOf({ schema, at, depth }: SchemaNode): SchemaNode[] {
  const children: SchemaNode[] = [];
  const add = (value: unknown, pointer: string, keyword: string, field?: SchemaNode['field']): void => {
    if (!isObject(value)) return;
    const inside = field || DEEPER.has(keyword) ? depth + 1 : depth;
    children.push({ schema: value, at: pointer, depth: inside, ...(field && { field }) });
  };
  const required = new Set(namesIn(schema.required));
  for (const [name, value] of Object.entries(recordOf(schema.properties))) {
    add(value, below(at, 'properties', name), 'properties', { name, required: required.has(name), owner: schema });
  }
  for (const keyword of ONE) add(schema[keyword], below(at, keyword), keyword);
  for (const keyword of LISTS) {
    for (const [index, value] of asList(schema[keyword]).entries()) add(value, below(at, keyword, index), keyword);
  }
  for (const keyword of RECORDS) {
    for (const [name, value] of Object.entries(recordOf(schema[keyword]))) {
      add(value, below(at, keyword, name), keyword);
    }
  }
  return children;
}

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const namesIn = (value: unknown): string[] => asList(value).filter((name) => typeof name === 'string');

/** The types a schema allows, without `null`; those of its alternatives if it names none itself. */
export function schemaTypes(schema: JsonSchema): string[] {
  const own = typeof schema.type === 'string' ? [schema.type] : namesIn(schema.type);
  const alternatives = [...asList(schema.anyOf), ...asList(schema.oneOf)].filter(isObject).flatMap(schemaTypes);
  return (own.length > 0 ? own : alternatives).filter((type) => type !== 'null');
}

/** The target of a local reference; undefined if there is none, or if the reference is not local. */
export const resolve = (tool: ToolDesign, reference: unknown): JsonSchema | undefined =>
  follow(tool.inputSchema, reference);

function follow(root: JsonSchema, reference: unknown): JsonSchema | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  let node: unknown = root;
  for (const step of stepsOf(reference)) {
    if (Array.isArray(node)) node = node[Number(step)];
    else node = isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
  }
  return isObject(node) ? node : undefined;
}

/** A field's description: its own, or that of the schema it refers to. */
export function wordsFor(tool: ToolDesign, { schema }: SchemaNode): string {
  const own = textOf(schema.description);
  return own === '' ? textOf(resolve(tool, schema.$ref)?.description) : own;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
