import { AGENT_KINDS, LIST_RESOURCES } from '../shared-descriptions';
import type { Preset, StatedBehaviour } from '../preset';
import { LSP } from './lsp';

const LOOP = 'ToolProtocol: isReadOnly';
const POOL = 'Tool Pool Assembly: assembleToolPool';
const BASH = 'Core Tier, Bash: output truncation';
const STORES = 'Advanced and Specialist Tier: guards before the work';

/** How its tools' errors name a missing dependency. */
const MISSING: Readonly<Record<string, string>> = {
  spawner: 'Agent spawner',
  skills: 'Skill registry',
  mcp: 'MCP connections',
  services: 'Web service',
  questions: 'Person to ask',
  configuration: 'Configuration',
};
const storeName = (port: string): string => `${port.charAt(0).toUpperCase()}${port.slice(1).replace(/s$/, '')}Store`;

const behaviour: StatedBehaviour = {
  scheduling: { is: 'reads-first', source: LOOP },
  laxity: {
    is: { names: false, integers: false, schemas: false },
    source: 'ToolProtocol: name is the unique identifier; defineTool: JSONDecoder',
  },
  override: { is: 'later', source: POOL },
  output: { is: { notice: '...(truncated)...' }, source: BASH },
  texts: {
    is: { en: { unavailable: (port) => `Error: ${MISSING[port] ?? storeName(port)} not available.` } },
    source: STORES,
  },
};

const same = (name: string) => ({ name, executor: name });

/** Three tiers, by a tool's dependencies: nothing, other agents, its own store. */
export const openAgentSdk: Preset = {
  id: 'open-agent-sdk',
  title: 'Open Agent SDK',
  behaviour,
  track: 'zod',
  tools: [
    ...['Read', 'Write', 'Edit', 'Glob', 'Grep'].map(same),
    {
      ...same('Bash'),
      own: {
        run_in_background: {
          type: 'boolean',
          description:
            'Start it and go on at once, for servers and watchers. The result names its id: see its output with TaskOutput, ' +
            'end it with TaskStop. It may run as long as it wants, unless timeout is given.',
        },
      },
    },
    ...['AskUser', 'ToolSearch', 'WebFetch', 'WebSearch'].map(same),
    {
      ...same('Agent'),
      lead: 'Launch a subagent to handle complex, multi-step tasks autonomously',
      fields: { maxTurns: 'max_turns' },
      own: { subagent_type: AGENT_KINDS },
    },
    ...['Skill', 'TaskCreate', 'TaskGet', 'TaskList'].map(same),
    {
      ...same('TaskOutput'),
      description:
        'Shows what a task has put out so far, and can wait for its end. Use it to get the result of a background agent or ' +
        'command, with a timeout where you cannot go on without it. Do not use it for planned tasks, which put nothing out. ' +
        'After NOT_FOUND take one of the ids the result names; if it still runs, do something else and look again.',
    },
    ...['TaskStop', 'TaskUpdate'].map(same),
    ...['SendMessage', 'TeamCreate', 'TeamDelete', 'NotebookEdit'].map(same),
    {
      ...same('CronCreate'),
      lead: 'Create a scheduled recurring task (cron job)',
      without: ['does', 'time_zone'],
      read: (input) => ({ ...input, does: 'shell' }),
      tell: (result, { name }) =>
        result.success
          ? { ...result, text: `Cron job created: ${String(result.details?.id)} "${String(name)}"\n${result.text}` }
          : result,
    },
    ...['CronDelete', 'CronList'].map(same),
    LSP,
    ...['Config', 'TodoWrite', 'EnterPlanMode', 'ExitPlanMode'].map(same),
    ...['EnterWorktree', 'ExitWorktree', 'RemoteTrigger'].map(same),
    { ...same('ListMcpResources'), description: LIST_RESOURCES },
    same('ReadMcpResource'),
  ],
};
