/** Where a scenario stands in the list of them. What has no group of its own is about an agent at work. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Several agents': ['sub-agents', 'background-agent', 'isolation'],
  'With a person': ['plan-first', 'ask-the-person', 'todos-and-tasks'],
  'From one day to the next': ['memory', 'skill', 'workflow', 'cron'],
  'Files and shell': ['tidy-files', 'background-shell', 'notebook'],
  'Git and code': ['worktree', 'language-service'],
  'Beyond the sandbox': ['web', 'mcp', 'browser', 'server'],
  'How calls are made': ['validation', 'ambiguous-edit', 'parallel', 'dialects'],
  Guards: ['denied', 'hooks', 'rate-limit', 'loop-guard', 'truncation', 'cut-off', 'unknown-tool'],
  'Finding and making tools': ['lazy-tools', 'dynamic-tool'],
  'When things go wrong': ['endless-loop', 'long-reply', 'faults'],
};

const AT_WORK = 'An agent at work';

/** The name of a scenario's group. */
export const groupOf = (id: string): string =>
  Object.entries(GROUPS).find(([, ids]) => ids.includes(id))?.[0] ?? AT_WORK;

/** How long a run takes where that is not under a minute. */
const LENGTHS: Readonly<Record<string, string>> = {
  'ask-first': 'as long as you take',
  'plan-first': 'as long as you take',
  'ask-the-person': 'as long as you take',
  cron: 'two minutes',
  'endless-loop': 'until you stop it',
  'long-reply': 'a minute, or until you stop it',
};

/** How long a run of the scripted model takes. */
export const lengthOf = (id: string): string => LENGTHS[id] ?? 'under a minute';
