import { MAIN_AGENT } from '@/lib/ports';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { namesOf, type Addressed } from '../../system';

const MOST_MEMBERS = 20;

export const teamCreate = defineTool({
  name: 'TeamCreate',
  description:
    'Makes a team of agents, so that one SendMessage reaches all of them. Use it before you start several agents that ' +
    'have to keep one another informed: they join by team_name of Agent. Do not use it for agents that work alone. After ' +
    'INVALID_ARGS choose another name.',
  kind: 'other',
  category: 'agent',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['teams'],
  input: z.strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z][\w-]{0,40}$/)
      .describe('What the team is called: a letter, then letters, digits, - and _.'),
    members: z
      .array(z.string().min(1).max(100))
      .max(MOST_MEMBERS)
      .optional()
      .describe('Ids or names of agents that are in it from the start.'),
  }),
  titleFor: ({ name }) => `Make the team ${name}`,
  async execute({ name, members = [] }, context) {
    const teams = need(context, 'teams');
    if (!teams.ok) return teams.failure;
    const taken = name === MAIN_AGENT || !(await teams.value.create({ name, members: [...new Set(members)] }));
    if (taken) return failure('INVALID_ARGS', `The name ${name} is taken. Choose another, or use that team.`);
    const who = members.length === 0 ? 'Nobody is in it yet.' : `In it: ${members.join(', ')}.`;
    return { text: `Made the team ${name}. ${who}${joining(context)}`, summary: name };
  },
});

/** Tells the model how agents join a team. */
function joining(context: Addressed): string {
  const { tool, field } = namesOf(context);
  const [agent, team] = [tool('Agent'), field('Agent', 'team_name')];
  return agent === undefined || team === undefined ? '' : ` Agents join it by ${team} of ${agent}.`;
}
