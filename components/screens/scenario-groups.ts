import type { ScenarioGroup, ScenarioLength } from '../state/catalogue';

/** Where a scenario stands in the list of them. What has no group of its own is about an agent at work. */
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

/** The message that names a scenario's group. */
export const groupOf = (id: string): ScenarioGroup => GROUPS.find(([, ids]) => ids.includes(id))?.[0] ?? 'groupWork';

/** How long a run takes where that is not under a minute. */
const LENGTHS: Readonly<Record<string, ScenarioLength>> = {
  'ask-first': 'lengthYours',
  'plan-first': 'lengthYours',
  'ask-the-person': 'lengthYours',
  cron: 'lengthTwo',
  'endless-loop': 'lengthStop',
  'long-reply': 'lengthLong',
};

/** The message that says how long a run of the scripted model takes. */
export const lengthOf = (id: string): ScenarioLength => LENGTHS[id] ?? 'lengthShort';
