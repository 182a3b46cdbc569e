import type { ScenarioGroup, ScenarioLength } from '../state/catalogue';

/** The group of each scenario in the list. Scenarios not listed here show an agent at work. */
const GROUPS: readonly (readonly [ScenarioGroup, readonly string[]])[] = [
  ['groupAgents', ['sub-agents', 'background-agent', 'isolation']],
  ['groupPerson', ['plan-first', 'ask-the-person', 'todos-and-tasks']],
  ['groupTime', ['memory', 'skill', 'workflow', 'cron']],
  ['groupFiles', ['tidy-files', 'background-shell', 'notebook']],
  ['groupGit', ['worktree', 'language-service']],
  ['groupBeyond', ['web', 'mcp', 'browser', 'server']],
  ['groupCalls', ['validation', 'ambiguous-edit', 'parallel', 'dialects']],
  ['groupGuards', ['denied', 'hooks', 'rate-limit', 'loop-guard', 'truncation', 'cut-off', 'unknown-tool']],
  ['groupFinding', ['lazy-tools', 'dynamic-tool']],
  ['groupWrong', ['endless-loop', 'long-reply', 'faults']],
];

/** The message key of a scenario's group. */
export const groupOf = (id: string): ScenarioGroup => GROUPS.find(([, ids]) => ids.includes(id))?.[0] ?? 'groupWork';

/** The length of a run, unless it is under a minute. */
const LENGTHS: Readonly<Record<string, ScenarioLength>> = {
  'ask-first': 'lengthYours',
  'plan-first': 'lengthYours',
  'ask-the-person': 'lengthYours',
  cron: 'lengthTwo',
  'endless-loop': 'lengthStop',
  'long-reply': 'lengthLong',
};

/** The message key for how long a run with the scripted model takes. */
export const lengthOf = (id: string): ScenarioLength => LENGTHS[id] ?? 'lengthShort';
