import { like, withField, type Found, type LintRule } from '../rule';
import { fieldsOf, asList, resolve, schemaNodes } from '../schema-nodes';
import { isObject } from '../design';
import { below } from '../pointer';

const OPENAI = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas';
const ANTHROPIC = 'https://docs.claude.com/en/docs/build-with-claude/structured-outputs#json-schema-limitations';
const GEMINI = 'https://ai.google.dev/api/caching#Schema';
const MCP = 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool';

const rootObject: LintRule = {
  id: 'root-not-object',
  level: 'error',
  finds: 'An input schema whose root is not of type object',
  why: 'Arguments are an object: MCP and every provider refuse other roots.',
  source: MCP,
  bad: [like({ inputSchema: { type: 'string' } })],
  good: [like()],
  check: ({ inputSchema }) =>
    inputSchema.type === 'object'
      ? []
      : [
          {
            at: '/inputSchema',
            message: 'The root of the input schema has to be of type object.',
            ...(inputSchema.type === undefined && {
              fix: { title: 'Set its type to object', edits: [{ at: '/inputSchema/type', value: 'object' }] },
            }),
          },
        ],
};

const rootUnion: LintRule = {
  id: 'root-union',
  level: 'error',
  finds: 'Alternatives at the root of the input schema',
  why: 'Anthropic and OpenAI refuse anyOf, oneOf and allOf there.',
  source: OPENAI,
  bad: [like({ inputSchema: { type: 'object', anyOf: [{ required: ['customer'] }, { required: ['order'] }] } })],
  good: [like()],
  check: ({ inputSchema }) =>
    ['anyOf', 'oneOf', 'allOf']
      .filter((keyword) => keyword in inputSchema)
      .map((keyword) => ({
        at: below('/inputSchema', keyword),
        message: `Providers refuse ${keyword} at the root. Make one tool of each alternative, or put it into a field.`,
      })),
};

const openSchema: LintRule = {
  id: 'open-schema',
  level: 'note',
  finds: 'An object that takes fields it does not list',
  why: 'A misspelt field is dropped without a word, and the call does something else. Strict modes want closed objects.',
  source: OPENAI,
  bad: [
    like({ inputSchema: { type: 'object', properties: { customer: { type: 'string' } } } }),
    like({ inputSchema: { type: 'object', properties: {}, additionalProperties: true } }),
  ],
  good: [like()],
  check: (tool) =>
    schemaNodes(tool)
      .filter(
        ({ schema, at }) => isObject(schema.properties) && !/\/(allOf|anyOf|oneOf|not|if|then|else)\/?\d*$/.test(at),
      )
      .filter(
        ({ schema: { additionalProperties = true, unevaluatedProperties = true } }) =>
          additionalProperties === true && unevaluatedProperties === true,
      )
      .map(({ at }) => ({
        at,
        message: 'Unknown fields are taken and dropped. Refuse them: `additionalProperties: false`.',
        fix: { title: 'Refuse unknown fields', edits: [{ at: `${at}/additionalProperties`, value: false }] },
      })),
};

const strictRefused: LintRule = {
  id: 'strict-refused',
  level: 'note',
  finds: "Keywords that Anthropic's or OpenAI's strict mode refuses",
  why: 'Without strict mode nothing holds the model to the schema while it writes. Bounds are not counted: SDKs put them into words.',
  source: ANTHROPIC,
  bad: [withField('filter', { description: 'The filter.', not: { type: 'string' }, type: ['object', 'number'] })],
  good: [like()],
  check: (tool) =>
    refused(
      tool,
      STRICT,
      (keyword) => `Strict modes refuse \`${keyword}\`. Say it in the description, or check it in the tool.`,
    ),
};

const STRICT = (
  'oneOf allOf not if then else dependentRequired dependentSchemas dependencies patternProperties propertyNames ' +
  'unevaluatedProperties unevaluatedItems contains prefixItems'
).split(' ');

/** Finds uses of the given keywords, except `oneOf` and `allOf` at the root, which another rule covers. */
const refused = (
  tool: Parameters<LintRule['check']>[0],
  keywords: readonly string[],
  say: (keyword: string) => string,
): Found[] =>
  schemaNodes(tool).flatMap(({ schema, at }) =>
    keywords
      .filter((keyword) => keyword in schema && !(at === '/inputSchema' && ['oneOf', 'allOf'].includes(keyword)))
      .map((keyword) => ({ at: below(at, keyword), message: say(keyword) })),
  );

const geminiRefused: LintRule = {
  id: 'gemini-refused',
  level: 'note',
  finds: "What Gemini's form of a schema has no word for",
  why: '`parameters` of a Gemini function is a part of OpenAPI 3: other keywords are refused. `parametersJsonSchema` takes more.',
  source: GEMINI,
  bad: [withField('size', { type: ['string', 'null'], description: 'The size.' })],
  good: [withField('size', { type: 'string', nullable: true, description: 'The size.' })],
  check(tool) {
    const keywords = refused(
      tool,
      ['$ref', 'const', 'patternProperties', 'not', 'if', 'prefixItems', 'propertyNames'],
      (keyword) => `Gemini's \`parameters\` has no \`${keyword}\`.`,
    );
    const types = schemaNodes(tool).flatMap(({ schema, at }) => [
      ...(Array.isArray(schema.type)
        ? [{ at: `${at}/type`, message: "Gemini's `parameters` takes one type only." }]
        : []),
      ...(asList(schema.enum).some((value) => typeof value !== 'string')
        ? [{ at: `${at}/enum`, message: "Gemini's `parameters` takes strings only in an enum." }]
        : []),
    ]);
    return [...keywords, ...types];
  },
};

const DEEPEST = 10;
const MOST_FIELDS = 5_000;

const tooLarge: LintRule = {
  id: 'schema-too-large',
  level: 'warning',
  finds: `More than ${DEEPEST} levels or ${MOST_FIELDS.toLocaleString('en')} fields`,
  why: 'OpenAI refuses larger ones in strict mode, and models lose the thread long before.',
  source: OPENAI,
  bad: [withField('tree', nested(12))],
  good: [withField('tree', nested(3))],
  check(tool) {
    const fields = fieldsOf(tool);
    const deepest = schemaNodes(tool).find(({ depth }) => depth > DEEPEST);
    return [
      ...(deepest ? [{ at: deepest.at, message: `This is more than ${DEEPEST} levels deep. Make it flatter.` }] : []),
      ...(fields.length > MOST_FIELDS
        ? [{ at: '/inputSchema', message: `The schema has ${fields.length} fields or more.` }]
        : []),
    ];
  },
};

function nested(levels: number): Readonly<Record<string, unknown>> {
  const description = 'A branch of the tree.';
  if (levels === 0) return { type: 'string', description };
  return { type: 'object', description, additionalProperties: false, properties: { branch: nested(levels - 1) } };
}

const badReference: LintRule = {
  id: 'broken-reference',
  level: 'error',
  finds: 'A `$ref` to another document, or to nothing',
  why: 'A provider follows no address; the schema means something else than you think, or the request is refused.',
  source: ANTHROPIC,
  bad: [withField('order', { $ref: 'https://orders.example/order.json', description: 'The order.' })],
  good: [
    like({
      inputSchema: {
        type: 'object',
        properties: { order: { $ref: '#/$defs/order' } },
        $defs: { order: { type: 'string', description: 'The number of the order.' } },
      },
    }),
  ],
  check: (tool) =>
    schemaNodes(tool)
      .filter(({ schema }) => typeof schema.$ref === 'string' && !resolve(tool, schema.$ref))
      .map(({ schema, at }) => ({
        at: `${at}/$ref`,
        message: `"${String(schema.$ref)}" leads to nothing here. Put it into $defs.`,
      })),
};

export const providerRules: readonly LintRule[] = [
  rootObject,
  rootUnion,
  badReference,
  tooLarge,
  openSchema,
  strictRefused,
  geminiRefused,
];
