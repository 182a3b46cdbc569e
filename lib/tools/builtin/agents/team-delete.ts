import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';

export const teamDelete = defineTool({
  name: 'TeamDelete',
  description:
    'Dissolves a team of agents; the agents themselves work on. Use it when a team has done what it was made for. Do not ' +
    'use it to stop agents: TaskStop does that. After NOT_FOUND take a name from the list it gives.',
  kind: 'other',
  category: 'agent',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['teams'],
  input: z.strictObject({ name: z.string().min(1).max(100).describe('What the team is called.') }),
  titleFor: ({ name }) => `Dissolve the team ${name}`,
  async execute({ name }, context) {
    const teams = need(context, 'teams');
    if (!teams.ok) return teams.failure;
    if (await teams.value.remove(name)) return { text: `The team ${name} is dissolved.`, summary: name };
    const known = teams.value.value.map((team) => team.name);
    const advice = known.length === 0 ? 'There are none.' : `There are: ${known.join(', ')}.`;
    return failure('NOT_FOUND', `There is no team of the name ${name}. ${advice}`);
  },
});
