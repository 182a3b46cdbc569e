import { validate } from '@/lib/schema';
import { like, withField, type Found, type LintRule } from '../rule';
import { fieldsOf, asList, namesIn, recordOf, schemaNodes } from '../schema-nodes';
import { below } from '../pointer';

const SCHEMAS = 'https://json-schema.org/understanding-json-schema/reference/';

const requiredUnknown: LintRule = {
  id: 'required-unknown',
  level: 'error',
  finds: 'A required field that the schema does not describe',
  why: 'The model has to send something it was told nothing of. OpenAI refuses such a schema.',
  source: `${SCHEMAS}object#required`,
  bad: [like({ inputSchema: { type: 'object', properties: { customer: { type: 'string' } }, required: ['client'] } })],
  good: [like()],
  check: (tool) =>
    schemaNodes(tool).flatMap(({ schema, at }) => {
      if (!('properties' in schema) || 'patternProperties' in schema) return [];
      const known = recordOf(schema.properties);
      const required = namesIn(schema.required);
      return required
        .filter((name) => !Object.hasOwn(known, name))
        .map((name) => ({
          at: `${at}/required`,
          message: `"${name}" is required, but not among the fields.`,
          fix: {
            title: `Do not require "${name}"`,
            edits: [{ at: `${at}/required`, value: required.filter((other) => other !== name) }],
          },
        }));
    }),
};

const requiredDefault: LintRule = {
  id: 'required-default',
  level: 'warning',
  finds: 'A required field with a default',
  why: 'The default is never used: the call is refused without the field. Some generators list such fields by mistake.',
  source: `${SCHEMAS}annotations`,
  bad: [withField('limit', { type: 'integer', minimum: 1, default: 10, description: 'How many orders, up to 100.' })],
  good: [like()],
  check: (tool) =>
    fieldsOf(tool)
      .filter(({ schema, field }) => field.required && schema.default !== undefined)
      .map(({ at, field }) => {
        const owner = at.split('/').slice(0, -2).join('/');
        return {
          at,
          message: `"${field.name}" has a default and is required all the same.`,
          fix: {
            title: `Do not require "${field.name}"`,
            edits: [
              { at: `${owner}/required`, value: namesIn(field.owner.required).filter((name) => name !== field.name) },
            ],
          },
        };
      }),
};

const exampleRefused: LintRule = {
  id: 'example-refused',
  level: 'warning',
  finds: 'A default or example that its own schema refuses',
  why: 'Models copy examples. A call like the example fails.',
  source: `${SCHEMAS}annotations`,
  bad: [
    like({
      inputSchema: {
        type: 'object',
        properties: { limit: { type: 'integer', default: 'ten', description: 'How many orders.' } },
      },
    }),
  ],
  good: [
    like({
      inputSchema: {
        type: 'object',
        properties: { limit: { type: 'integer', default: 10, description: 'How many orders.' } },
      },
    }),
  ],
  check: (tool) =>
    schemaNodes(tool)
      .filter(({ schema }) => 'default' in schema || 'examples' in schema)
      .filter(({ schema }) => !Object.keys(schema).some((keyword) => keyword.includes('$')) && selfContained(schema))
      .flatMap(({ schema, at }): Found[] => [
        ...(schema.default === undefined || schema.default === null
          ? []
          : refusedBy(schema, schema.default, `${at}/default`)),
        ...asList(schema.examples).flatMap((example, index) =>
          refusedBy(schema, example, below(at, 'examples', index)),
        ),
      ]),
};

/** Whether a subschema has no references: they do not resolve outside the whole schema. */
const selfContained = (schema: Readonly<Record<string, unknown>>): boolean => {
  try {
    return !/"\$(dynamic|recursive)?ref"/i.test(JSON.stringify(schema));
  } catch {
    return false;
  }
};

function refusedBy(schema: Readonly<Record<string, unknown>>, value: unknown, at: string): Found[] {
  const checked = validate(schema, value);
  const [issue] = checked.ok ? [] : checked.issues;
  if (!issue) return [];
  const found = { at, message: `The schema refuses it: expected ${issue.expected}, received ${issue.received}.` };
  return [at.endsWith('/default') ? { ...found, fix: { title: 'Remove the default', edits: [{ at }] } } : found];
}

export const consistencyRules: readonly LintRule[] = [requiredUnknown, requiredDefault, exampleRefused];
