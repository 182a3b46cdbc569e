import { like, withField, type Found, type LintRule } from '../rule';
import { fieldsOf, recordOf, schemaTypes, wordsFor, type FieldNode } from '../schema-nodes';
import type { ToolDesign } from '../design';
import { wordsIn } from '../vocabulary';

const SCHEMAS = 'https://json-schema.org/understanding-json-schema/reference/';

/** Fields of these types whose name has a matching word. */
const named = (tool: ToolDesign, types: RegExp, pattern: RegExp): FieldNode[] =>
  fieldsOf(tool).filter(
    ({ schema, field }) =>
      schemaTypes(schema).some((type) => types.test(type)) &&
      wordsIn(field.name).some((word) => pattern.test(word)) &&
      !/id$/i.test(field.name),
  );

/** Words that may follow the word that says what a field is: `files_to_read`, `file_name`, `date_from`, but not `file_type`. */
const AFTER = /^(names?|to|from|in|into|of|for|with|start|end|begin|before|after|min|max|gte?|lte?|utc|\d+)$/;

/** Whether a field's name is about a matching word: its last word, or one followed by a word in `AFTER`. */
const isAbout = ({ field }: FieldNode, pattern: RegExp): boolean => {
  const words = wordsIn(field.name);
  return words.some((word, index) => pattern.test(word) && AFTER.test(words[index + 1] ?? 'of'));
};

const NUMBER = /^(number|integer)$/;
const BOUNDED = /^(limit|count|max|maximum|size|depth|top|retries|pages?|results|timeout|n)$/;
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'enum', 'const', 'multipleOf'];
const RANGE_SAID = /\d|at (most|least)|up to|between|unlimited|no limit|negative|positive/i;

const unbounded: LintRule = {
  id: 'unbounded-number',
  level: 'warning',
  finds: 'A limit, count, depth or timeout without a range',
  why: 'A model that may send 1,000,000, 0 or -1 does so one day. A range is checked before your code runs.',
  source: `${SCHEMAS}numeric#range`,
  bad: [withField('limit', { type: 'integer', description: 'How many orders to return.' })],
  good: [withField('limit', { type: 'integer', minimum: 1, maximum: 100, description: 'How many orders to return.' })],
  check: (tool) =>
    named(tool, NUMBER, BOUNDED)
      .filter(({ schema }) => !BOUNDS.some((keyword) => keyword in schema) && schema.anyOf === undefined)
      .filter((node) => !RANGE_SAID.test(wordsFor(tool, node)))
      .map(({ at, field }) => ({
        at,
        message: `"${field.name}" takes any number. Give it a minimum and a maximum.`,
        fix: { title: 'Ask for at least 1', edits: [{ at: `${at}/minimum`, value: 1 }] },
      })),
};

const MEASURES =
  /^(timeout|delay|duration|interval|ttl|wait|amount|price|distance|radius|altitude|speed|weight|temperature)$/;
const UNIT =
  /\b(ms|millis\w*|s|secs?|seconds?|minutes?|mins?|hours?|days?|weeks?|bytes?|[kmg]i?b|pixels?|px|percent|usd|eur|gbp|cents?|dollars?|euros?|currency|units?|celsius|fahrenheit|kelvin|km|kilomet\w+|miles?|met(re|er)s?|m|cm|mm|grams?|g|kg|pounds?|lbs?|items?|tokens?|number of|count)\b|%|°/i;

/** A sibling field that selects the unit. */
const ASKED_UNIT = /^(.*_)?(units?|currency)$|(Units?|Currency)$/;

const noUnit: LintRule = {
  id: 'unit-unsaid',
  level: 'warning',
  finds: 'A measure without its unit',
  why: 'A timeout of 30 is half a minute, or nothing at all.',
  source: 'https://google.aip.dev/141',
  bad: [withField('timeout', { type: 'integer', minimum: 1, description: 'How long to wait.' })],
  good: [
    withField('timeout', { type: 'integer', minimum: 1, description: 'How long to wait, in seconds.' }),
    like({
      inputSchema: {
        type: 'object',
        properties: {
          weight: { type: 'number', description: 'How heavy it is.' },
          weight_unit: { enum: ['g', 'kg'], description: 'In what it was weighed.' },
        },
      },
    }),
  ],
  check: (tool) =>
    named(tool, NUMBER, MEASURES)
      .filter(
        (node) =>
          wordsFor(tool, node) !== '' && !UNIT.test(`${wordsIn(node.field.name).join(' ')} ${wordsFor(tool, node)}`),
      )
      .filter(({ field }) => !Object.keys(recordOf(field.owner.properties)).some((name) => ASKED_UNIT.test(name)))
      .map(({ at, field }) => ({ at, message: `Say in which unit "${field.name}" is, in its name or description.` })),
};

const PATHS = /^(path|paths|file|files|filename|filepath|dir|directory|folder|cwd)$/;
const PLACED =
  /absolute|relative|workspace|work(ing)? ?dir|current (folder|directory)|\broot\b|allowed director|within|inside|below|full path|repositor|project|url|uri|base64|content|local|\binbox|\be?-?mail|\bfield|propert|[\w.*-]+\/[\w.*-]*|~/i;

const pathKind: LintRule = {
  id: 'path-kind-unsaid',
  level: 'warning',
  finds: 'A path that does not say whether it is absolute or relative, and to what',
  why: 'Models send `src/a.ts`, `./src/a.ts` and `/app/src/a.ts` for the same file.',
  source: 'https://www.anthropic.com/engineering/building-effective-agents',
  bad: [withField('file_path', { type: 'string', description: 'The file to read.' })],
  good: [
    withField('file_path', { type: 'string', description: 'The file to read, as an absolute path.' }),
    withField('file_type', { type: 'string', description: 'The kind of file, such as PDF.' }),
  ],
  check: (tool) =>
    named(tool, /^(string|array)$/, PATHS)
      .filter((node) => isAbout(node, PATHS))
      .filter(({ schema }) => schemaTypes(schema).join() !== 'array' || itemsAreText(schema))
      .filter((node) => schemaFree(node) && wordsFor(tool, node) !== '')
      .filter((node) => !PLACED.test(`${wordsFor(tool, node)} ${tool.description}`))
      .map(({ at, field }) => ({ at, message: `Say whether "${field.name}" is absolute, or relative to what.` })),
};

const itemsAreText = ({ items }: Readonly<Record<string, unknown>>): boolean =>
  typeof items === 'object' && items !== null && 'type' in items && items.type === 'string';

/** Whether nothing but the type limits the field. */
const schemaFree = ({ schema }: FieldNode): boolean =>
  !['enum', 'const', 'format', 'pattern', '$ref'].some((keyword) => keyword in schema);

const MOMENT = /^(date|time|datetime|timestamp|deadline|since|until|at|when)$/;
const ZONE =
  /iso[ -]?8601|rfc[ -]?3339|utc|gmt|time ?zone|offset|epoch|unix|yyyy-?mm-?dd(?!.{0,3}hh)|\d{4}-\d\d-\d\d(?!.\d\d:)|Z\b|local time|duration|cron|natural language|ago\b|\b\d+ ?[smhd]\b/i;

const noZone: LintRule = {
  id: 'time-zone-unsaid',
  level: 'warning',
  finds: 'A moment in time without a format and a time zone',
  why: '`2026-03-01 09:00` is a different moment in every country. RFC 3339 has the offset in it.',
  source: 'https://www.rfc-editor.org/rfc/rfc3339',
  bad: [withField('start_time', { type: 'string', description: 'When the meeting starts.' })],
  good: [
    withField('start_time', { type: 'string', format: 'date-time', description: 'When the meeting starts.' }),
    withField('since_tag', { type: 'string', description: 'The older of both tags, such as v1.2.' }),
  ],
  check: (tool) =>
    named(tool, /^string$/, MOMENT)
      .filter((node) => isAbout(node, MOMENT))
      .filter((node) => schemaFree(node) && wordsFor(tool, node) !== '')
      .filter(({ field }) => !/zone|range|unit|format|day|frame|^at$/i.test(field.name))
      .filter((node) => !ZONE.test(wordsFor(tool, node)))
      .map(({ at, field }) => ({
        at,
        message: `Say how "${field.name}" is written and in which time zone: \`format: "date-time"\` is RFC 3339.`,
        fix: { title: 'Ask for RFC 3339', edits: [{ at: `${at}/format`, value: 'date-time' }] },
      })),
};

const CHOICE = `['"\`]?[A-Za-z][\\w-]*['"\`]?`;
const BETWEEN = String.raw`\s*(?:\([^)]*\)\s*)?(?:,\s*or\b|,|\||\/|\bor\b)\s*`;
/** Words that introduce a complete list, and the list. */
const LIST = new RegExp(
  String.raw`\b(?:one of|either|must be|can be|(?:valid|allowed|possible) (?:values|options)|(?:values|options)(?: are)?|choose from)\b[^.:'"\x60]{0,20}(:?)\s*(${CHOICE}(?:${BETWEEN}${CHOICE}){1,19})`,
  'i',
);
/** An unquoted list of three or more words at the end of the text. */
const BARE = /\bone of\s+([a-z][\w-]*(?:(?:,|,?\s+or)\s+[a-z][\w-]*){2,19})\W*$/i;
/** Signs that the list is not complete. */
const OPEN =
  /\b(e\.g|for example|such as|like|etc|including|default)\b|…|\.\.\.|\bor (a |any |an )?(string|text|other|another|custom|number)\b/i;

/** The choices that a description lists; undefined if it lists none or only some. */
function choicesIn(text: string): string[] | undefined {
  const bare = BARE.exec(text)?.[1];
  if (bare !== undefined && !OPEN.test(text)) return bare.split(/,\s*or\s+|,\s*|\s+or\s+/);
  const found = LIST.exec(text);
  const [whole = '', colon = '', listed = ''] = found ?? [];
  const quoted = /['"`]/.test(listed);
  if (!found || !(colon === ':' || quoted) || /^\W+(or )?(a |any )/i.test(text.slice(found.index + whole.length)))
    return undefined;
  if (OPEN.test(text.slice(Math.max(0, found.index - 25), found.index + whole.length + 30))) return undefined;
  const choices = listed
    .replace(/\([^)]*\)/g, '')
    .split(/,\s*or\b|,|\||\/|\bor\b/)
    .map((choice) => choice.trim())
    .filter((choice) => !quoted || /^(['"`]).*\1$/.test(choice))
    .map((choice) => choice.replace(/^['"`]|['"`]$/g, ''));
  return choices.length >= 2 ? [...new Set(choices)] : undefined;
}

const enumAsText: LintRule = {
  id: 'enum-as-text',
  level: 'warning',
  finds: 'Choices that only the description lists',
  why: 'An `enum` is held to while the model writes, and checked before your code runs; a sentence is not.',
  source: `${SCHEMAS}enum`,
  bad: [withField('status', { type: 'string', description: 'The status: one of "paid", "open" or "late".' })],
  good: [
    withField('status', { type: 'string', enum: ['paid', 'open', 'late'], description: 'The status of the bill.' }),
  ],
  check: (tool) =>
    fieldsOf(tool).flatMap((node): Found[] => {
      if (schemaTypes(node.schema).join() !== 'string' || !schemaFree(node) || node.schema.anyOf !== undefined)
        return [];
      const choices = choicesIn(wordsFor(tool, node));
      if (!choices) return [];
      return [
        {
          at: node.at,
          message: `The description of "${node.field.name}" lists its choices. Make them an enum: ${choices.join(', ')}.`,
          fix: { title: 'Make them an enum', edits: [{ at: `${node.at}/enum`, value: choices }] },
        },
      ];
    }),
};

export const valueRules: readonly LintRule[] = [unbounded, noUnit, pathKind, noZone, enumAsText];
