import { parseJson } from '@/lib/protocol';
import { validate } from '@/lib/schema';
import { z } from 'zod';
import type { ToolDesign } from '../design';
import { like, type Found, type LintRule } from '../rule';
import { fieldsOf } from '../schema-nodes';
import { isChangingVerb, wordsIn } from '../vocabulary';

const GUIDE = 'https://www.anthropic.com/engineering/writing-tools-for-agents';
const OUTPUT = 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema';

/** These findings are about the calls, not the design itself. */
const at = '/calls';

const ok = (text: string): ToolDesign => like({ calls: [{ success: true, text }] });
const failed = (text: string): ToolDesign => like({ calls: [{ success: false, text }] });
const answers = ({ calls = [] }: ToolDesign, success: boolean) => calls.filter((call) => call.success === success);

const rawJson: LintRule = {
  id: 'raw-json-result',
  level: 'warning',
  finds: 'A result that is raw JSON',
  why: 'Ids, nulls and brackets cost tokens and hide what matters. Write lines to read; put data in structuredContent.',
  source: GUIDE,
  bad: [ok('[{"id":"a81","customer_id":"c3","state":3}]')],
  good: [ok('1 order of Ada Lovelace: a81, on its way.')],
  check: (tool) =>
    answers(tool, true).some(({ text }) => parseJson(JsonSchema, text).ok)
      ? [{ at, message: 'A result was raw JSON. Say what matters in words a model can go on with.' }]
      : [],
};
const JsonSchema = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .refine((value) => Object.keys(value).length > 0);

/** Characters: about 10,000 tokens, where Claude Code starts to warn. */
const LARGEST = 40_000;

const huge: LintRule = {
  id: 'huge-result',
  level: 'warning',
  finds: `A result of more than ${LARGEST.toLocaleString('en')} characters`,
  why: 'It crowds everything else out of the context; clients cut it where it hurts.',
  source: GUIDE,
  bad: [ok('one more order\n'.repeat(4_000))],
  good: [ok('one more order\n'.repeat(40))],
  check(tool) {
    const longest = Math.max(0, ...answers(tool, true).map(({ text }) => text.length));
    return longest > LARGEST
      ? [{ at, message: `A result had ${longest.toLocaleString('en')} characters. Page, filter or shorten it.` }]
      : [];
  },
};

const MANY = /^(search|query|find|logs?|history)$/;
/** Verbs that return many results only for some nouns: `export_chart` returns one picture. */
const OF_KINDS = /^(list|dump|export|scan)$/;
const KINDS =
  /^(users|contacts|customers|orders|messages|files|issues|commits|logs|events|records|rows|transactions|emails|documents|products|tickets|posts|comments|notifications|entries|invoices|results|orders)$/;
const LIMITS =
  /^(limit|count|max|maximum|page|pages|per|offset|cursor|top|first|head|tail|size|num|number|results|k|n|take|skip|after|before|pagination|range|tokens|length|chars|lines|rows|entries|records|matches|hits)$/;
/** The description says that everything is returned. */
const ALL = /\b(returns?|lists?|gets?|fetch(es)?|retrieves?)\b[^.]{0,40}\b(all|every|each)\b/i;
const LIMITED =
  /at most|up to|first \d|maximum|limit|page|paginat|\btop\b|most relevant|\d+ (results|matches|lines|items)/i;

const noLimit: LintRule = {
  id: 'no-limit',
  level: 'warning',
  finds: 'A search or list without a limit, pages or a word about how much comes',
  why: 'It works with ten records and breaks the conversation with ten thousand.',
  source: GUIDE,
  bad: [
    like({
      name: 'list_customers',
      description: 'Returns the customers of a town. Do not use it for one of them: use get_customer.',
      inputSchema: { type: 'object', properties: { town: { type: 'string' } } },
    }),
  ],
  good: [
    like(),
    like({ name: 'stop_search', description: 'Stops a search that takes too long.', inputSchema: {} }),
    like({ name: 'export_chart', description: 'Makes a picture of a chart.', inputSchema: {} }),
  ],
  check(tool) {
    const words = wordsIn(tool.name);
    const verb = words.find((word) => MANY.test(word) || OF_KINDS.test(word)) ?? '';
    const told = tool.description.slice(ALL.exec(tool.description)?.index ?? tool.description.length);
    const kinds = [...words, ...wordsIn(told).slice(0, 8)].some((word) => KINDS.test(word));
    // In `stop_search`, the search is what is stopped.
    const first = words.indexOf(verb) === 0 || (words.indexOf(verb) === 1 && !isChangingVerb(words[0] ?? ''));
    const many = MANY.test(verb) ? first : kinds && (OF_KINDS.test(verb) || ALL.test(tool.description));
    if (!many || LIMITED.test(tool.description)) return [];
    if (fieldsOf(tool).some(({ field }) => wordsIn(field.name).some((word) => LIMITS.test(word)))) return [];
    return [
      {
        at: '/inputSchema',
        message: 'Nothing limits how much comes back. Add a limit or pages, or say how much it is.',
      },
    ];
  },
};

const CODE = /\b[A-Z][A-Z0-9]+(_[A-Z0-9]+)+\b|\bE[A-Z]{3,}\b|\b[1-5]\d\d\b|-32\d{3}/;

const noCode: LintRule = {
  id: 'error-without-code',
  level: 'note',
  finds: 'A failure without a code',
  why: 'Code, tests and models tell one failure from another by a code that stays, not by words that change.',
  source: 'https://google.aip.dev/193',
  bad: [failed('Something went wrong. Try again later.')],
  good: [failed('NOT_FOUND: there is no order a81. Search for it with search_orders.')],
  check: (tool) =>
    answers(tool, false).some(({ text, code }) => code === undefined && !CODE.test(text))
      ? [{ at, message: 'A failure had no code. Begin it with one, such as NOT_FOUND.' }]
      : [],
};

const ADVICE =
  /\b(try|use|check|pass|send|retry|must|should|instead|add|remove|did you mean|call|read|set|provide|give|wait|make|correct|choose|search|ask|expected|allowed|valid)\b/i;

const noAdvice: LintRule = {
  id: 'error-without-advice',
  level: 'warning',
  finds: 'A failure that does not say what to do',
  why: 'A model that is told only that it failed makes the same call again.',
  source: GUIDE,
  bad: [failed('Error: ERR_42 at Object.run (orders.js:12)')],
  good: [failed('NOT_FOUND: there is no order a81. Search for it with search_orders.')],
  check: (tool) =>
    answers(tool, false).some(({ text }) => !ADVICE.test(text))
      ? [{ at, message: 'A failure did not say what to do next. Name the field, what was expected, and the way out.' }]
      : [],
};

const outputMismatch: LintRule = {
  id: 'output-mismatch',
  level: 'error',
  finds: 'A result that does not fit the output schema',
  why: 'Clients check it, and refuse the result of a call that was made.',
  source: OUTPUT,
  bad: [
    like({
      outputSchema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
      calls: [{ success: true, text: 'Twelve orders.', structuredContent: { total: 'twelve' } }],
    }),
  ],
  good: [
    like({
      outputSchema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
      calls: [{ success: true, text: 'Twelve orders.', structuredContent: { total: 12 } }],
    }),
  ],
  check(tool) {
    const { outputSchema } = tool;
    if (!outputSchema) return [];
    return answers(tool, true).flatMap(({ structuredContent }): Found[] => {
      const checked = validate(outputSchema, structuredContent);
      const [issue] = checked.ok ? [] : checked.issues;
      if (!issue) return [];
      return [
        {
          at: '/outputSchema',
          message: `A result did not fit: ${issue.path}: expected ${issue.expected}, received ${issue.received}.`,
        },
      ];
    });
  },
};

/** Characters of a declaration as JSON: about 2,000 tokens. */
const LARGE = 8_000;

const largeDeclaration: LintRule = {
  id: 'large-declaration',
  level: 'note',
  finds: `A declaration of more than ${LARGE.toLocaleString('en')} characters`,
  why: 'It is sent with every request: about 2,000 tokens each time, whether the tool is called or not.',
  source: GUIDE,
  bad: [like({ title: 'Orders '.repeat(1_200) })],
  good: [like()],
  check({ name, title, description, inputSchema }) {
    const size = JSON.stringify({ name, title, description, inputSchema }).length;
    return size > LARGE
      ? [
          {
            at: '',
            message: `The declaration has ${size.toLocaleString('en')} characters. Shorten it, or split the tool.`,
          },
        ]
      : [];
  },
};

export const resultRules: readonly LintRule[] = [
  rawJson,
  huge,
  noLimit,
  noCode,
  noAdvice,
  outputMismatch,
  largeDeclaration,
];
