import { like, type Rule } from '../rule';
import { contentStems, wordsIn } from '../words';

const GUIDE = 'https://www.anthropic.com/engineering/writing-tools-for-agents';

/** Words that models take for one another. */
const SYNONYMS = [
  'get fetch retrieve load read',
  'list ls',
  'find search query lookup',
  'delete remove',
  'create add new make insert',
  'update edit modify change',
  'run execute exec start',
  'file document',
];
const MEANT = new Map(SYNONYMS.flatMap((line) => line.split(' ').map((word) => [word, line])));

const gistOf = (name: string): string =>
  wordsIn(name)
    .map((word) => MEANT.get(word) ?? word)
    .toSorted()
    .join(' ');

const overlappingName: Rule = {
  id: 'overlapping-name',
  level: 'warning',
  finds: 'Two tools whose names mean the same',
  why: 'A model takes the wrong one of `get_user` and `fetchUser`, and cannot know better.',
  source: GUIDE,
  bad: [like({ name: 'find_orders' }), like({ name: 'searchOrders', description: 'Another.' })],
  good: [like(), like({ name: 'get_order' })],
  check({ name }, all) {
    const other = all.find((tool) => tool.name !== name && gistOf(tool.name) === gistOf(name));
    return other
      ? [
          {
            at: '/name',
            message: `"${name}" and "${other.name}" mean the same. Make them one tool, or name the difference.`,
          },
        ]
      : [];
  },
};

/** Content words that both have to have before likeness says anything, and the share that is too much. */
const FEWEST = 6;
const TOO_ALIKE = 0.8;

const overlappingDescription: Rule = {
  id: 'overlapping-description',
  level: 'warning',
  finds: 'Two tools whose descriptions say the same',
  why: 'A model chooses by the description: where two say the same, it draws lots.',
  source: GUIDE,
  bad: [like(), like({ name: 'browse_orders' })],
  good: [like(), like({ name: 'get_order', description: 'Shows one order with its lines, prices and parcels.' })],
  check({ name, description }, all) {
    const mine = contentStems(description);
    if (mine.size < FEWEST) return [];
    const other = all.find((tool) => tool.name !== name && likeness(mine, contentStems(tool.description)) >= TOO_ALIKE);
    return other
      ? [
          {
            at: '/description',
            message: `The description says the same as that of "${other.name}". Say what is different.`,
          },
        ]
      : [];
  },
};

/** Shared words, as a share of all words of both. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (b.size < FEWEST) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

export const overlapRules: readonly Rule[] = [overlappingName, overlappingDescription];
