import { parseJson } from '@/lib/protocol';
import { isObject } from '@/lib/schema/json-schema';
import { parse } from 'yaml';
import { z } from 'zod';

/** An operation of an API, as a tool would have it. */
export interface ApiOperation {
  readonly method: string;
  /** The address with its path's parameters in braces, as the document has it. */
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Parameters that go into the query. */
  readonly query: readonly string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const SchemaSchema = z.record(z.string(), z.unknown());
const ParameterSchema = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: SchemaSchema.optional(),
});
const OperationSchema = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.unknown().optional(),
});
const DocumentSchema = z.looseObject({
  openapi: z.string().startsWith('3.'),
  servers: z.array(z.looseObject({ url: z.string() })).optional(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});
type Document = z.infer<typeof DocumentSchema>;

/** Whether a text is a document of OpenAPI’s second version, which was called Swagger. Never throws. */
export const isSwagger = (text: string): boolean =>
  text.includes('swagger') && z.looseObject({ swagger: z.unknown() }).safeParse(yamlOf(text)).success;

/** The operations that an OpenAPI document of version 3 describes, in JSON or YAML; undefined where a text is none. Never throws. */
export function readOpenApi(text: string): readonly ApiOperation[] | undefined {
  const document = DocumentSchema.safeParse(yamlOf(text));
  if (!document.success) return undefined;
  const { paths, servers = [] } = document.data;
  const base = servers[0]?.url.replace(/\/$/, '') ?? '';
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = OperationSchema.safeParse(item[method]);
      if (!operation.success) return [];
      const shared = Array.isArray(item.parameters) ? item.parameters : [];
      return [operationOf(document.data, { method, path, base, shared }, operation.data)];
    }),
  );
}

/** JSON is YAML, too, but takes a hundred times as long to be read as it. */
function yamlOf(text: string): unknown {
  const json = parseJson(z.unknown(), text);
  if (json.ok) return json.value;
  try {
    return parse(text, { logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

interface Place {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly base: string;
  /** The parameters of all operations of the path. */
  readonly shared: readonly unknown[];
}

function operationOf(
  document: Document,
  { method, path, base, shared }: Place,
  operation: z.infer<typeof OperationSchema>,
): ApiOperation {
  const parameters = [...shared, ...operation.parameters].flatMap((given) => {
    const parameter = ParameterSchema.safeParse(resolved(document, given));
    return parameter.success && (parameter.data.in === 'path' || parameter.data.in === 'query') ? [parameter.data] : [];
  });
  const body = bodyOf(document, operation.requestBody);
  const properties = new Map<string, unknown>(
    parameters.map(({ name, schema = {}, description }) => [
      name,
      { ...schema, ...(description !== undefined && { description }) },
    ]),
  );
  if (body) properties.set('body', body.schema);
  const required = parameters.flatMap((one) => (one.required || one.in === 'path' ? [one.name] : []));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...new Set(required), ...(body?.required ? ['body'] : [])],
    additionalProperties: false,
  };
  return {
    method: method.toUpperCase(),
    url: base + path,
    name: operation.operationId ?? `${method}${path}`,
    description: operation.description ?? operation.summary ?? '',
    schema: withDefinitions(document, schema),
    query: parameters.flatMap((one) => (one.in === 'query' ? [one.name] : [])),
  };
}

function bodyOf(document: Document, given: unknown): { schema: unknown; required: boolean } | undefined {
  const body = resolved(document, given);
  const content = isObject(body) ? body.content : undefined;
  const json = isObject(content) ? content['application/json'] : undefined;
  return isObject(body) && isObject(json) ? { schema: json.schema ?? {}, required: body.required === true } : undefined;
}

const REFERENCE = /^#\/components\/(\w+)\/([^/]+)$/;

/** What a reference of the document leads to; anything else as it is. */
function resolved(document: Document, value: unknown): unknown {
  const [, group = '', name = ''] =
    (isObject(value) && typeof value.$ref === 'string' && REFERENCE.exec(value.$ref)) || [];
  return group === '' ? value : document.components?.[group]?.[name];
}

/** A schema with the schemas of the document that it refers to, so that it stands alone. */
function withDefinitions(
  document: Document,
  schema: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const definitions = new Map<string, unknown>();
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (!isObject(value)) return value;
    const [, group, name = ''] = (typeof value.$ref === 'string' && REFERENCE.exec(value.$ref)) || [];
    if (group === 'schemas') {
      if (!definitions.has(name)) {
        definitions.set(name, {});
        definitions.set(name, moved(document.components?.schemas?.[name] ?? {}));
      }
      return { ...value, $ref: `#/$defs/${name}` };
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, moved(inner)]));
  };
  const alone = moved(schema);
  const whole = isObject(alone) ? alone : {};
  return definitions.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(definitions) };
}

/** The body of a tool that makes this call: with `context.fetch` where that can, else a note of what is to be done. */
export function callOf({ method, url, query }: ApiOperation): string {
  if (method !== 'GET') {
    return `
    return { text: ${JSON.stringify(`${method} ${url}: say in the source how this call is made.`)}, error: 'UNSUPPORTED' };`;
  }
  if (query.length === 0) {
    return `
    const url = ${filledIn(url)};${FETCHED}`;
  }
  return `
    const filled = ${filledIn(url)};
    const query = new URLSearchParams(
      ${JSON.stringify(query)}.flatMap((name) => (input[name] === undefined ? [] : [[name, String(input[name])]])),
    );
    const url = query.size > 0 ? \`\${filled}?\${query}\` : filled;${FETCHED}`;
}

/** The source of an address whose parts in braces are filled in. */
const filledIn = (url: string): string =>
  `${JSON.stringify(url)}${url.includes('{') ? '.replaceAll(/\\{([^}]+)\\}/g, (_, name) => encodeURIComponent(String(input[name])))' : ''}`;

const FETCHED = `
    const { text } = await context.fetch(url);
    return text;`;
