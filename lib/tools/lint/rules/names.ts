import { like, type LintRule } from '../rule';
import { fieldsOf } from '../schema-nodes';
import { isEmptyWord, wordsIn } from '../vocabulary';

const ACCEPTED = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
/** Turns a name that a provider rejects into one that all accept. */
const accepted = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^(?![A-Za-z_])/, '_')
    .slice(0, 64);

const nameRefused: LintRule = {
  id: 'name-refused',
  level: 'error',
  finds: 'A name that a provider refuses',
  why: 'OpenAI takes letters, digits, _ and -, 64 at most; Gemini wants a letter or _ first. A whole request is refused for one name.',
  source: 'https://platform.openai.com/docs/api-reference/chat/create',
  bad: [like({ name: 'orders.search!' })],
  good: [like()],
  check: ({ name }) =>
    ACCEPTED.test(name)
      ? []
      : [
          {
            at: '/name',
            message: `Some providers refuse the name "${name}": use 1 to 64 letters, digits, _ and -, with a letter or _ first.`,
            fix: { title: `Rename to ${accepted(name)}`, edits: [{ at: '/name', value: accepted(name) }] },
          },
        ],
};

const duplicateName: LintRule = {
  id: 'duplicate-name',
  level: 'error',
  finds: 'Two tools with one name',
  why: 'Providers refuse a request with two tools of one name, and a client can only call one of them.',
  source: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names',
  bad: [like(), like({ description: 'Another one.' })],
  good: [like(), like({ name: 'get_order' })],
  check: ({ name }, all) =>
    all.filter((other) => other.name === name).length > 1
      ? [{ at: '/name', message: `Another tool is called "${name}", too: give one of them another name.` }]
      : [],
};

const emptyName: LintRule = {
  id: 'name-says-nothing',
  level: 'warning',
  finds: 'A name of words that fit any tool',
  why: 'A model chooses among tools by their names first; `process_data` fits every task and none.',
  source: 'https://www.anthropic.com/engineering/writing-tools-for-agents',
  bad: [like({ name: 'process_data' })],
  good: [like({ name: 'process_refund' })],
  check({ name }) {
    const parts = wordsIn(name);
    return parts.length > 0 && parts.every(isEmptyWord)
      ? [{ at: '/name', message: `"${name}" could be any tool. Name what it does and to what, such as search_orders.` }]
      : [];
  },
};

/** The style of a name with several words; undefined for a single word, which fits every style. */
function styleOf(name: string): string | undefined {
  if (/^[a-z0-9]+(_[a-z0-9]+)+$/i.test(name)) return 'snake_case';
  if (/^[a-z0-9]+(-[a-z0-9]+)+$/i.test(name)) return 'kebab-case';
  if (/^[a-z]+[a-z0-9]*([A-Z][a-z0-9]*)+$/.test(name)) return 'camelCase';
  return /^([A-Z][a-z0-9]+){2,}$/.test(name) ? 'PascalCase' : undefined;
}

/** The most common style among these names; undefined if none has one. */
function mainStyle(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) {
    const style = styleOf(name);
    if (style !== undefined) counts.set(style, (counts.get(style) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

const mixedFields: LintRule = {
  id: 'mixed-field-names',
  level: 'warning',
  finds: 'Fields of one tool in different styles',
  why: 'A model that has seen `order_id` writes `customer_name` where `customerName` was meant: a misspelt field.',
  source: 'https://google.aip.dev/140',
  bad: [
    like({
      inputSchema: { type: 'object', properties: { order_id: {}, customer_name: {}, maxResults: {} } },
    }),
  ],
  good: [like({ inputSchema: { type: 'object', properties: { order_id: {}, max_results: {} } } })],
  check(tool) {
    const fields = fieldsOf(tool);
    const main = mainStyle(fields.map(({ field }) => field.name));
    return fields.flatMap(({ at, field: { name } }) => {
      const style = styleOf(name);
      if (style === undefined || style === main) return [];
      return [{ at, message: `"${name}" is ${style}; the tool's other fields are ${main}. Write all in one style.` }];
    });
  },
};

const mixedTools: LintRule = {
  id: 'mixed-tool-names',
  level: 'warning',
  finds: 'Tools of one offer named in different styles',
  why: 'Models complete the pattern that they see: a tool outside of it is called by a name that is not there.',
  source: 'https://www.anthropic.com/engineering/writing-tools-for-agents',
  bad: [like({ name: 'searchOrders' }), like({ name: 'get_order' }), like({ name: 'list_customers' })],
  good: [like(), like({ name: 'get_order' }), like({ name: 'login' })],
  check({ name, offeredBy }, all) {
    const main = mainStyle(all.filter((other) => other.offeredBy === offeredBy).map((other) => other.name));
    const style = styleOf(name);
    if (style === undefined || style === main) return [];
    return [{ at: '/name', message: `"${name}" is ${style}; the other tools are ${main}. Name all in one style.` }];
  },
};

export const nameRules: readonly LintRule[] = [nameRefused, duplicateName, emptyName, mixedFields, mixedTools];
