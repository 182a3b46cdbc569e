import type { Preset } from './preset';

const same = (name: string) => ({ name, executor: name });

/** Three tiers, by what a tool depends on: nothing, other agents, a store of its own. */
export const openAgentSdk: Preset = {
  id: 'open-agent-sdk',
  title: 'Open Agent SDK',
  about:
    'Three tiers by what a tool depends on. Names and fields are ours, but for a few of the agent’s in camel case.',
  track: 'zod',
  tools: [
    ...['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'AskUser', 'ToolSearch', 'WebFetch', 'WebSearch'].map(same),
    { ...same('Agent'), fields: { maxTurns: 'max_turns' } },
    ...['Skill', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskOutput', 'TaskStop', 'TaskUpdate'].map(same),
    ...['SendMessage', 'TeamCreate', 'TeamDelete', 'NotebookEdit'].map(same),
    { ...same('CronCreate'), without: ['does', 'time_zone'] },
    ...['CronDelete', 'CronList', 'LSP', 'Config', 'TodoWrite', 'EnterPlanMode', 'ExitPlanMode'].map(same),
    ...['EnterWorktree', 'ExitWorktree', 'RemoteTrigger', 'ListMcpResources', 'ReadMcpResource'].map(same),
  ],
};
