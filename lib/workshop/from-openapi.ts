import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { z } from 'zod';
import { readYaml, resolved, standingAlone } from './openapi-document';
import { inVersion3 } from './swagger';

/** An operation of an API, in the form of a tool. */
export interface ApiOperation {
  readonly method: string;
  /** The address as in the document, with its path parameters in braces. */
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Parameters that go into the query. */
  readonly query: readonly string[];
  /** Query parameters whose lists are sent as one value, separated by commas. */
  readonly joined: readonly string[];
  /** Parameters that `context.fetch` cannot send: headers and cookies. */
  readonly left: readonly string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const SchemaSchema = z.record(z.string(), z.unknown());
const ParameterSchema = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().optional(),
  description: z.string().optional(),
  explode: z.boolean().optional().catch(undefined),
  schema: SchemaSchema.optional(),
  content: z.unknown().optional(),
});
type Parameter = z.infer<typeof ParameterSchema>;

const ServersSchema = z
  .array(
    z.looseObject({
      url: z.string(),
      variables: z
        .record(z.string(), z.looseObject({ default: z.coerce.string() }))
        .default({})
        .catch({}),
    }),
  )
  .optional()
  .catch(undefined);
const OperationSchema = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.unknown().optional(),
  servers: ServersSchema,
});
const DocumentSchema = z.looseObject({
  openapi: z.string().startsWith('3.'),
  servers: ServersSchema,
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});
type Document = z.infer<typeof DocumentSchema>;

/** The operations that an OpenAPI document in JSON or YAML describes; undefined if the text is not one. Never throws. */
export function readOpenApi(text: string): readonly ApiOperation[] | undefined {
  // Most texts are not such documents and need not be parsed.
  if (!/openapi|swagger/.test(text)) return undefined;
  try {
    const document = DocumentSchema.safeParse(inVersion3(readYaml(text)));
    return document.success ? operationsIn(document.data) : undefined;
  } catch {
    // Nested too deeply to be processed.
    return undefined;
  }
}

const operationsIn = (document: Document): ApiOperation[] =>
  Object.entries(document.paths).flatMap(([path, given]) => {
    const found = resolved(document, given);
    const item = isObject(found) ? found : {};
    return METHODS.flatMap((method) => {
      const operation = OperationSchema.safeParse(item[method]);
      if (!operation.success) return [];
      const shared = Array.isArray(item.parameters) ? item.parameters : [];
      const servers = operation.data.servers ?? ServersSchema.parse(item.servers) ?? document.servers;
      return [operationOf(document, { method, path, base: baseOf(servers), shared }, operation.data)];
    });
  });

function baseOf(servers: z.infer<typeof ServersSchema>): string {
  const { url = '', variables = {} } = servers?.[0] ?? {};
  const filled = url.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole);
  return filled.replace(/\/$/, '');
}

interface Place {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly base: string;
  /** The parameters shared by all operations of the path. */
  readonly shared: readonly unknown[];
}

function operationOf(
  document: Document,
  { method, path, base, shared }: Place,
  operation: z.infer<typeof OperationSchema>,
): ApiOperation {
  const given = [...shared, ...operation.parameters].flatMap((one) => {
    const parameter = ParameterSchema.safeParse(resolved(document, one));
    return parameter.success ? [parameter.data] : [];
  });
  // Names in the path that the document does not describe are filled in, too.
  const url = base + path;
  const named = [...url.matchAll(/\{([^}]+)\}/g)].map(([, name = '']): Parameter => ({
    name,
    in: 'path',
    schema: { type: 'string' },
  }));
  const parameters = [...named, ...given.filter((one) => one.in === 'path' || one.in === 'query')];
  const body = bodyOf(document, operation.requestBody);
  const properties = new Map<string, unknown>(
    parameters.map(({ name, schema, content, description }) => [
      name,
      { ...(schema ?? mediaOf(content)), ...(description !== undefined && { description }) },
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
  const query = [
    ...new Map(parameters.flatMap((one) => (one.in === 'query' ? [[one.name, one] as const] : []))).values(),
  ];
  return {
    method: method.toUpperCase(),
    url,
    name: operation.operationId ?? `${method}${path}`,
    description: operation.description ?? operation.summary ?? '',
    schema: standingAlone(document, schema),
    query: query.map(({ name }) => name),
    joined: query.flatMap(({ name, explode }) => (explode === false ? [name] : [])),
    left: given.flatMap((one) => (one.in === 'header' || one.in === 'cookie' ? [`${one.name} (${one.in})`] : [])),
  };
}

/** The schema of the request body: as JSON if possible, otherwise in the first format listed. */
function mediaOf(content: unknown): JsonSchema {
  const forms = Object.entries(isObject(content) ? content : {});
  const [, media] = forms.find(([type]) => /[/+]json\b/.test(type)) ?? forms[0] ?? [];
  return isObject(media) && isObject(media.schema) ? media.schema : {};
}

function bodyOf(document: Document, given: unknown): { schema: unknown; required: boolean } | undefined {
  const body = resolved(document, given);
  if (!isObject(body) || !isObject(body.content)) return undefined;
  return { schema: mediaOf(body.content), required: body.required === true };
}

/** The body of a tool that makes this call: with `context.fetch` if possible, otherwise a note about what remains to be done. */
export function callBody({ method, url, query, joined, left }: ApiOperation): string {
  const untold =
    left.length > 0
      ? `\n    // The API takes these, too, which context.fetch cannot send: ${left.join(', ').replaceAll('\n', ' ')}.`
      : '';
  if (method !== 'GET') {
    return `${untold}
    return { text: ${JSON.stringify(`${method} ${url}: say in the source how this call is made.`)}, error: 'UNSUPPORTED' };`;
  }
  if (query.length === 0) {
    return `${untold}
    const url = ${filledIn(url)};${FETCHED}`;
  }
  const listed =
    joined.length > 0 ? `${JSON.stringify(joined)}.includes(name) && Array.isArray(given) ? [given.join(',')] : ` : '';
  return `${untold}
    const query = new URLSearchParams();
    for (const name of ${JSON.stringify(query)}) {
      const given = input[name];
      const values = ${listed}Array.isArray(given) ? given : given === undefined ? [] : [given];
      for (const value of values) query.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    const filled = ${filledIn(url)};
    const url = query.size > 0 ? \`\${filled}?\${query}\` : filled;${FETCHED}`;
}

/** The source of an address whose parts in braces are filled in at run time. */
const filledIn = (url: string): string =>
  `${JSON.stringify(url)}${url.includes('{') ? '.replaceAll(/\\{([^}]+)\\}/g, (_, name) => encodeURIComponent(String(input[name])))' : ''}`;

const FETCHED = `
    const { text } = await context.fetch(url);
    return text;`;
