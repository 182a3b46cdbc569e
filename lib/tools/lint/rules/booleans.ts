import { like, withField, type LintRule } from '../rule';
import { fieldsOf, schemaTypes, type FieldNode } from '../schema-nodes';
import { wordsIn } from '../vocabulary';
import type { ToolDesign } from '../design';

const FLAGS = 'https://martinfowler.com/bliki/FlagArgument.html';

const booleans = (tool: ToolDesign): FieldNode[] =>
  fieldsOf(tool).filter(({ schema }) => schemaTypes(schema).join() === 'boolean');

const negative: LintRule = {
  id: 'negative-boolean',
  level: 'warning',
  finds: 'A switch that turns something off',
  why: '`no_cache: false` has to be read twice, by models as well.',
  source: FLAGS,
  bad: [withField('no_archived', { type: 'boolean', description: 'Leave archived orders out.' })],
  good: [withField('include_archived', { type: 'boolean', description: 'Archived orders, too.' })],
  check: (tool) =>
    booleans(tool)
      .filter(({ field }) =>
        /^(no|not|dont|without|non|disabled?|skip|suppress|omit)$/.test(wordsIn(field.name)[0] ?? ''),
      )
      .map(({ at, field }) => ({ at, message: `"${field.name}" is a negation: name what true switches on.` })),
};

/** Pairs of opposites. */
const OPPOSITES = [
  ['ascending', 'descending'],
  ['asc', 'desc'],
  ['public', 'private'],
  ['enable', 'disable'],
  ['enabled', 'disabled'],
  ['open', 'closed'],
  ['active', 'inactive'],
  ['include', 'exclude'],
  ['async', 'sync'],
  ['draft', 'published'],
  ['verbose', 'quiet'],
  ['read', 'unread'],
];

const trap: LintRule = {
  id: 'boolean-trap',
  level: 'warning',
  finds: 'Two switches that exclude each other',
  why: 'Both on is a call that means nothing. One field with the choices cannot say it.',
  source: FLAGS,
  bad: [
    like({
      inputSchema: { type: 'object', properties: { ascending: { type: 'boolean' }, descending: { type: 'boolean' } } },
    }),
  ],
  good: [like({ inputSchema: { type: 'object', properties: { order: { enum: ['ascending', 'descending'] } } } })],
  check(tool) {
    const flags = booleans(tool);
    const opposites = oppositesOf(flags);
    return flags.flatMap(({ at, field }) => {
      const other = opposites.get(field.owner)?.get(wordsIn(field.name).join());
      if (!other) return [];
      return [
        {
          at,
          message: `"${field.name}" and "${other.field.name}" exclude each other: make them one field with choices.`,
        },
      ];
    });
  },
};

/** Negated or opposite flags, by the object that has them and the words of the flag they contradict. */
function oppositesOf(flags: readonly FieldNode[]): ReadonlyMap<object, ReadonlyMap<string, FieldNode>> {
  const found = new Map<object, Map<string, FieldNode>>();
  for (const flag of flags) {
    const words = wordsIn(flag.field.name);
    const inOwner = found.get(flag.field.owner) ?? new Map<string, FieldNode>();
    found.set(flag.field.owner, inOwner);
    const others = OPPOSITES.map(([a = '', b = '']) => words.map((word) => (word === b ? a : word)).join());
    // Such as `uncompressed` beside `compressed`.
    const without = words.map((word) => word.replace(/^(?:un|non|dis)(?=\w{4})/, '')).join();
    for (const other of [...others, without]) {
      if (other !== words.join() && !inOwner.has(other)) inOwner.set(other, flag);
    }
  }
  return found;
}

export const booleanRules: readonly LintRule[] = [negative, trap];
