import type { Preset } from './preset';

const same = (name: string) => ({ name, executor: name });
/** Characters of any result, with the notice of what was left out. */
const HARD_LIMIT = 10_000;
const NOTICE = 100;

const PATH = { path: 'file_path' };

/** Tools by category, loaded when they are searched for, and one hard limit for every result. */
export const yAgent: Preset = {
  id: 'y-agent',
  title: 'y-agent',
  about: 'Eleven categories, lazy loading, dynamic tools, and a hard limit of 10,000 characters for every result.',
  track: 'json-schema',
  outputLimit: HARD_LIMIT - NOTICE,
  tools: [
    { name: 'FileRead', executor: 'Read', fields: PATH },
    { name: 'FileWrite', executor: 'Write', fields: PATH, without: ['expected_hash'] },
    { name: 'FileDelete', executor: 'Delete', dangerous: true },
    { name: 'FileMove', executor: 'Move', fields: { source: 'source_path', destination: 'destination_path' } },
    {
      name: 'ShellExec',
      executor: 'Bash',
      without: ['description', 'run_in_background', 'dangerously_disable_sandbox'],
      dangerous: true,
    },
    same('WebSearch'),
    same('WebFetch'),
    same('CodeSearch'),
    { ...same('MemoryStore'), fields: { content: 'text' } },
    same('MemoryRecall'),
    same('KnowledgeSearch'),
    { ...same('KnowledgeIngest'), fields: PATH },
    same('ToolSearch'),
    {
      name: 'Task',
      executor: 'Agent',
      fields: { agent: 'subagent_type' },
      without: ['name', 'run_in_background', 'isolation', 'team_name', 'mode', 'resume'],
    },
    same('Plan'),
    same('AskUser'),
    { name: 'BrowserTool', executor: 'Browser' },
    same('WorkflowCreate'),
    same('WorkflowRun'),
    { name: 'ScheduleCreate', executor: 'CronCreate' },
    { name: 'ScheduleList', executor: 'CronList' },
    { name: 'tool_create', executor: 'ToolCreate', fields: { parameters: 'schema' } },
    { name: 'tool_update', executor: 'ToolUpdate', fields: { parameters: 'schema' } },
  ],
};
