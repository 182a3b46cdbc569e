import type { ToolDesign } from '../design';
import { like, type LintRule } from '../rule';
import { contentStems, wordsIn } from '../vocabulary';

const GUIDE = 'https://www.anthropic.com/engineering/writing-tools-for-agents';

/** Words that models confuse. */
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

const overlappingName: LintRule = {
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

const alikeExceptFor = (what: string): string =>
  `Finds ${what} in an account, by a slug, a name, an owner, or the day of their last change; 25 at most.`;

/** Minimum content words in both descriptions for a comparison to mean anything, and the similarity that is too high. */
const FEWEST = 6;
const TOO_ALIKE = 0.8;

const overlappingDescription: LintRule = {
  id: 'overlapping-description',
  level: 'warning',
  finds: 'Two tools whose descriptions say the same',
  why: 'A model chooses by the description: where two say the same, it draws lots.',
  source: GUIDE,
  bad: [like(), like({ name: 'browse_orders' })],
  good: [
    like({ name: 'find_teams', description: alikeExceptFor('teams') }),
    like({ name: 'find_projects', description: alikeExceptFor('projects') }),
    // A word that most share still distinguishes one from the other.
    ...['add_team', 'rename_team', 'leave_team', 'join_team'].map((name) => like({ name, description: 'Of teams.' })),
  ],
  check({ name, description }, all) {
    const common = commonTo(all);
    const gist = (text: string): Set<string> => without(contentStems(text), common);
    const mine = gist(description);
    if (mine.size < FEWEST) return [];
    const other = all.find((tool) => {
      if (tool.name === name) return false;
      return likeness(mine, gist(tool.description)) >= TOO_ALIKE && !tellApart({ name, description }, tool);
    });
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

/** From this many tools on, words that most descriptions share are ignored. */
const MANY_TOOLS = 6;

/** Words used by more than half of many tools: the name of their service, errors they all have. */
function commonTo(all: readonly ToolDesign[]): ReadonlySet<string> {
  if (all.length < MANY_TOOLS) return new Set();
  const counts = new Map<string, number>();
  for (const { description } of all)
    for (const word of contentStems(description)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].flatMap(([word, count]) => (count > all.length / 2 ? [word] : [])));
}

type Told = Pick<ToolDesign, 'name' | 'description'>;

/** Whether each description contains what distinguishes its tool's name, and at least one says something the other does not. */
function tellApart(tool: Told, other: Told): boolean {
  const [mine, theirs] = [contentStems(tool.description), contentStems(other.description)];
  const own = (one: Told, another: Told, said: ReadonlySet<string>): string[] =>
    [...without(contentStems(one.name), contentStems(another.name))].filter((word) => said.has(word));
  const [ofMine, ofTheirs] = [own(tool, other, mine), own(other, tool, theirs)];
  if (ofMine.length === 0 || ofTheirs.length === 0) return false;
  return ofMine.some((word) => !theirs.has(word)) || ofTheirs.some((word) => !mine.has(word));
}

const without = (words: ReadonlySet<string>, less: ReadonlySet<string>): Set<string> =>
  new Set([...words].filter((word) => !less.has(word)));

/** Shared words as a fraction of all words of both (Jaccard index). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (b.size < FEWEST) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

export const overlapRules: readonly LintRule[] = [overlappingName, overlappingDescription];
