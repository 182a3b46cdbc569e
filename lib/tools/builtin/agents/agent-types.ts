import type { AgentType } from '@/lib/ports';

export const GENERAL_PURPOSE = 'general-purpose';

const REPORT =
  'Another agent gave you this task and reads nothing of what you do but your last message. End with everything it needs: ' +
  'what you found or did, with paths and line numbers, and what is still open.';

const READERS = ['Glob', 'Grep', 'Read'];

/** The built-in agent types. */
export const AGENT_TYPES: readonly AgentType[] = [
  {
    name: GENERAL_PURPOSE,
    description: 'has every tool its parent has, for a task of several steps that ends in changes',
    system: `You are a sub-agent that carries out one task on its own, from looking to checking. ${REPORT}`,
  },
  {
    name: 'Explore',
    description: `has ${READERS.join(', ')}, for finding out where and how something is done`,
    system:
      'You are a sub-agent that searches a project and changes nothing. Search broadly first, then read only what ' +
      `matters; make independent calls in one turn. ${REPORT}`,
    tools: READERS,
  },
  {
    name: 'Plan',
    description: `has ${READERS.join(', ')}, Plan and TodoWrite, for working out how something should be done`,
    system:
      'You are a sub-agent that works out how a change should be made and makes none itself. Read what is there, weigh ' +
      `the ways, choose one, and list its steps with the files they touch. ${REPORT}`,
    tools: [...READERS, 'Plan', 'TodoWrite'],
  },
];

/** Whether agents of this type never change the project. Assumed false for a person's own types. */
export const onlyReads = (type: string): boolean => type === 'Explore' || type === 'Plan';

/** Finds an agent type by name, ignoring case; a person's own types come first. */
export const findType = (types: readonly AgentType[], name: string): AgentType | undefined =>
  types.find((type) => type.name.toLowerCase() === name.toLowerCase());
