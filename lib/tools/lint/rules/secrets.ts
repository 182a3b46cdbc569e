import { withField, type Found, type LintRule } from '../rule';
import { fieldsOf, asList, schemaNodes } from '../schema-nodes';
import { below } from '../pointer';
import { wordsIn } from '../vocabulary';

/** Prefixes of known services' keys, long enough not to be placeholders. */
const SECRET =
  /\b(sk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|xox[abprs]-[A-Za-z0-9-]{16,}|AIza[\w-]{30,}|glpat-[\w-]{18,}|[rs]k_live_[A-Za-z0-9]{16,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,})|-----BEGIN [A-Z ]*PRIVATE KEY-----|:\/\/[^\s/:@]+:[^\s/:@]{6,}@/;

const inSchema: LintRule = {
  id: 'secret-in-schema',
  level: 'error',
  finds: 'A key, token or password in a default, example or description',
  why: 'The declaration goes to the provider, into logs and into every conversation.',
  source: 'https://cwe.mitre.org/data/definitions/798.html',
  bad: [
    withField('mirror', {
      type: 'string',
      description: 'Where to read from.',
      default: 'https://admin:hunter2-and-more@orders.example',
    }),
  ],
  good: [
    withField('mirror', { type: 'string', description: 'Where to read from.', default: 'https://orders.example' }),
  ],
  check(tool) {
    const places = schemaNodes(tool).flatMap(({ schema, at }) => [
      ...['default', 'const', 'description', 'pattern'].map((key) => [below(at, key), schema[key]] as const),
      ...['examples', 'enum'].flatMap((key) =>
        asList(schema[key]).map((one, index) => [below(at, key, index), one] as const),
      ),
    ]);
    return [['/description', tool.description] as const, ...places].flatMap(([at, value]): Found[] => {
      if (typeof value !== 'string' || !SECRET.test(value)) return [];
      const found = { at, message: 'This looks like a real secret. Take it out, and revoke it.' };
      return [at.endsWith('/default') ? { ...found, fix: { title: 'Remove the default', edits: [{ at }] } } : found];
    });
  },
};

const CREDENTIALS = [
  ['api', 'key'],
  ['access', 'token'],
  ['auth', 'token'],
  ['bearer', 'token'],
  ['refresh', 'token'],
  ['private', 'key'],
  ['secret', 'key'],
  ['client', 'secret'],
  ['password'],
  ['passwd'],
  ['passphrase'],
  ['credentials'],
  ['apikey'],
];

const credentialField: LintRule = {
  id: 'credential-field',
  level: 'warning',
  finds: 'A field in which the model has to send a secret',
  why: 'What a model writes is in the conversation, in logs and at the provider. Let the server hold the key.',
  source: 'https://genai.owasp.org/llmrisk/llm022025-sensitive-information-disclosure/',
  bad: [withField('api_key', { type: 'string', description: 'The key of the shop, such as shop_1.' })],
  good: [withField('shop', { type: 'string', description: 'The name of the shop; the server has its key.' })],
  check: (tool) =>
    fieldsOf(tool)
      .filter(({ field }) => {
        const words = wordsIn(field.name);
        return CREDENTIALS.some((credential) =>
          credential.every((word, index) => words.at(index - credential.length) === word),
        );
      })
      .map(({ at, field }) => ({
        at,
        message: `"${field.name}" has the model send a secret. Let the server hold it.`,
      })),
};

export const secretRules: readonly LintRule[] = [inSchema, credentialField];
