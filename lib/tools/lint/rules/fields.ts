import { isObject } from '../design';
import { like, withField, type LintRule } from '../rule';
import { fieldsOf, schemaNodes, schemaTypes, wordsFor } from '../schema-nodes';
import { wordsIn } from '../vocabulary';

const FUNCTIONS = 'https://platform.openai.com/docs/guides/function-calling';
const GUIDE = 'https://www.anthropic.com/engineering/writing-tools-for-agents';

const undescribed: LintRule = {
  id: 'undescribed-field',
  level: 'warning',
  finds: 'A field without a description',
  why: 'What a field means, its form and its default are guessed where they are not said.',
  source: FUNCTIONS,
  bad: [withField('customer', { type: 'string' })],
  good: [like()],
  check: (tool) =>
    fieldsOf(tool)
      .filter((node) => wordsFor(tool, node) === '' && node.schema.const === undefined)
      .map(({ at, field }) => ({
        at,
        message: `"${field.name}" has no description. Say what it is, with an example.`,
      })),
};

/** Keywords that constrain a value. */
const TELLING = ['type', 'enum', 'const', '$ref', '$dynamicRef', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'properties'];

/** The description says that any value will do. */
const ANY_SAID = /\bany (json )?(value|type)|of the type\b/i;

const untyped: LintRule = {
  id: 'untyped-field',
  level: 'warning',
  finds: 'A field that takes anything',
  why: 'Providers cannot hold a model to a type that is not given, and your code gets whatever comes.',
  source: FUNCTIONS,
  bad: [withField('customer', { description: 'The customer.' })],
  good: [like()],
  check: (tool) =>
    fieldsOf(tool)
      .filter(({ schema }) => !TELLING.some((keyword) => Object.hasOwn(schema, keyword)))
      .filter((node) => !ANY_SAID.test(wordsFor(tool, node)))
      .map(({ at, field }) => ({ at, message: `"${field.name}" has no type. Give it one.` })),
};

const SHAPE_SAID = 40;

const freeForm: LintRule = {
  id: 'free-form-object',
  level: 'warning',
  finds: 'An object whose fields nobody names',
  why: 'The model makes fields up. Strict modes refuse such an object.',
  source: 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
  bad: [withField('filter', { type: 'object', description: 'The filter.' })],
  good: [
    withField('filter', {
      type: 'object',
      description: 'The filter.',
      properties: { status: { type: 'string', description: 'The status, such as paid.' } },
    }),
  ],
  check: (tool) =>
    fieldsOf(tool)
      .filter(({ schema }) => schemaTypes(schema).join() === 'object' && !namesFields(schema))
      .filter((node) => wordsFor(tool, node).length < SHAPE_SAID)
      .map(({ at, field }) => ({
        at,
        message: `"${field.name}" is an object of unknown fields. List them, or say what they are.`,
      })),
};

const namesFields = (schema: Readonly<Record<string, unknown>>): boolean =>
  isObject(schema.properties) ||
  isObject(schema.additionalProperties) ||
  ['patternProperties', '$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => Object.hasOwn(schema, keyword));

const noItems: LintRule = {
  id: 'array-without-items',
  level: 'error',
  finds: 'A list that does not say what is in it',
  why: 'OpenAI and Gemini refuse a request with such a schema.',
  source: 'https://ai.google.dev/api/caching#Schema',
  bad: [withField('tags', { type: 'array', description: 'The tags of the orders.' })],
  good: [withField('tags', { type: 'array', items: { type: 'string' }, description: 'The tags of the orders.' })],
  check: (tool) =>
    schemaNodes(tool)
      .filter(({ schema }) => schema.type === 'array' && !['items', 'prefixItems', '$ref'].some((key) => key in schema))
      .map(({ at }) => ({ at, message: 'The list has no `items`. Say what each item is.' })),
};

/** Maximum optional fields before a model loses track. */
const MOST_OPTIONAL = 15;

const manyOptional: LintRule = {
  id: 'too-many-optional',
  level: 'warning',
  finds: `More than ${MOST_OPTIONAL} optional fields`,
  why: 'Each field is one more thing to get wrong. Two tools with clear tasks are called more reliably than one with switches.',
  source: GUIDE,
  bad: [
    like({
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 16 }, (_, index) => [`option${index}`, { type: 'string' }]),
        ),
      },
    }),
  ],
  good: [like()],
  check(tool) {
    const optional = fieldsOf(tool).filter(({ depth, field }) => depth === 1 && !field.required);
    return optional.length > MOST_OPTIONAL
      ? [
          {
            at: '/inputSchema/properties',
            message: `${optional.length} fields may be left out. Split the tool, or drop what is rarely used.`,
          },
        ]
      : [];
  },
};

const ORIGIN =
  /\b(returned|return|from|given by|listed|shown|result|results|obtain|obtained|via|found|see|call|use|e\.g|example|such as|like|format|name|url|starting|begins?|shaped|issued|slug|started|number)\b|[`"'#:/]/i;

/** Whether a tool's name says that it lists or finds things of this kind. */
const looksUp = (name: string, kind: string): boolean => {
  const words = wordsIn(name);
  const plural = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
  return (
    words.some((word) => /^(list|search|find|query)$/.test(word)) && (words.includes(kind) || words.includes(plural))
  );
};

const unexplainedId: LintRule = {
  id: 'unexplained-id',
  level: 'warning',
  finds: 'An id that the model has to know, and is not told where from',
  why: 'Models invent ids. Take a name that a person would say, or tell which tool gives the id.',
  source: GUIDE,
  bad: [
    withField('customer_id', { type: 'string', description: 'The ID of the customer.' }),
    withField('customer_uuid', { type: 'string', description: 'The UUID of the customer.' }),
  ],
  good: [
    withField('customer_id', {
      type: 'string',
      description: 'The ID of the customer, as search_customers returned it.',
    }),
    withField('customer', { type: 'string', description: 'The full name of the customer.' }),
  ],
  check: (tool, all) =>
    fieldsOf(tool).flatMap((node) => {
      const { at, schema, field } = node;
      const words = wordsIn(field.name);
      const last = words.at(-1) ?? '';
      const said = wordsFor(tool, node);
      if (words.length > 1 && all.some(({ name }) => name !== tool.name && looksUp(name, words.at(-2) ?? '')))
        return [];
      if (!field.required || !/^(u?id|guid|uuid)$/.test(last) || said === '' || Array.isArray(schema.enum)) return [];
      if (ORIGIN.test(said) || schema.pattern !== undefined || schema.examples !== undefined) return [];
      return [{ at, message: `Say where "${field.name}" comes from, or take a name instead: models invent ids.` }];
    }),
};

export const fieldRules: readonly LintRule[] = [undescribed, untyped, freeForm, noItems, manyOptional, unexplainedId];
