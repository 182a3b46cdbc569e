import { absolutePaths, parentExists } from './path-rules';
import type { Preset } from './preset';

const same = (name: string) => ({ name, executor: name });

/** Few tools, strict about paths: absolute, in folders that exist, read before they are written. */
export const claudeAgentSdk: Preset = {
  id: 'claude-agent-sdk',
  title: 'Claude Agent SDK',
  about: 'Few tools and strict paths: absolute, into folders that exist, and no file is written that was not read.',
  track: 'zod',
  paths: [absolutePaths, parentExists],
  tools: [
    { name: 'FileRead', executor: 'Read' },
    { name: 'FileWrite', executor: 'Write', without: ['expected_hash'] },
    { name: 'FileEdit', executor: 'Edit', without: ['expected_hash'] },
    { ...same('NotebookEdit'), without: ['cell_index'], required: ['new_source'] },
    same('Glob'),
    same('Grep'),
    { ...same('Bash'), without: ['dangerously_disable_sandbox'] },
    same('BashOutput'),
    same('KillShell'),
    same('WebFetch'),
    same('WebSearch'),
    same('TodoWrite'),
    {
      ...same('Agent'),
      without: ['model', 'name', 'max_turns', 'run_in_background', 'isolation', 'team_name', 'mode', 'resume'],
      required: ['subagent_type'],
    },
    same('ExitPlanMode'),
    {
      name: 'McpInput',
      executor: 'McpCall',
      description:
        'Calls a tool of an MCP server. Use it for tools that are not in your list. Do not use it for files or ' +
        'commands. Every field besides `tool` goes to that tool. After NOT_FOUND look at what the server offers.',
      without: ['server', 'input'],
      fields: {},
      own: { tool: { type: 'string', description: 'The tool, with its server: mcp__server__tool.' } },
      open: true,
      read({ tool, ...input }) {
        const [, server = '', name = ''] = /^mcp__(.+?)__(.+)$/s.exec(String(tool)) ?? [undefined, '', String(tool)];
        return { server, tool: name, input };
      },
    },
    same('ListMcpResources'),
    same('ReadMcpResource'),
  ],
};
