import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { resolved } from './openapi-document';

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch']);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Converts an OpenAPI 2 document (formerly Swagger) to version 3, as far as a tool needs; returns other documents unchanged. */
export function inVersion3(document: unknown): unknown {
  if (!isObject(document) || document.swagger === undefined) return document;
  const { host, basePath = '', schemes, paths } = document;
  const base = typeof basePath === 'string' ? basePath : '';
  const scheme = listOf(schemes).find((one) => typeof one === 'string') ?? 'https';
  const url = typeof host === 'string' ? `${scheme}://${host}${base}` : base;
  const items = Object.entries(isObject(paths) ? paths : {}).map(([path, item]) => [path, itemOf(document, item)]);
  return { ...document, openapi: '3.0.0', servers: [{ url }], paths: Object.fromEntries(items) };
}

function itemOf(document: unknown, item: unknown): unknown {
  if (!isObject(item)) return item;
  const shared = listOf(item.parameters);
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) =>
      METHODS.has(key) && isObject(value)
        ? [key, operationOf(document, value, shared)]
        : [key, key === 'parameters' ? [] : value],
    ),
  );
}

function operationOf(document: unknown, operation: JsonSchema, shared: readonly unknown[]): JsonSchema {
  const given = [...shared, ...listOf(operation.parameters)].flatMap((one) => {
    const parameter = resolved(document, one);
    return isObject(parameter) ? [parameter] : [];
  });
  const body = given.find((one) => one.in === 'body');
  const fields = given.filter((one) => one.in === 'formData');
  return {
    ...operation,
    parameters: given.filter((one) => one.in !== 'body' && one.in !== 'formData').map(parameterOf),
    ...(body && { requestBody: { required: body.required, content: { 'application/json': { schema: body.schema } } } }),
    ...(fields.length > 0 && { requestBody: formOf(fields) }),
  };
}

/** In version 2, the keywords of the schema are mixed with those of the parameter. */
function parameterOf({ name, in: place, required, description, collectionFormat, ...schema }: JsonSchema): JsonSchema {
  return { name, in: place, required, description, schema, explode: collectionFormat === 'multi' };
}

function formOf(fields: readonly JsonSchema[]): JsonSchema {
  const properties = Object.fromEntries(
    fields.flatMap((field) => {
      const { schema, name } = parameterOf(field);
      return typeof name === 'string' ? [[name, schema]] : [];
    }),
  );
  const required = fields.flatMap((field) => (field.required === true ? [field.name] : []));
  const schema = { type: 'object', properties, required };
  return { required: required.length > 0, content: { 'application/x-www-form-urlencoded': { schema } } };
}
