import { AGENT_KINDS, LIST_RESOURCES } from '../shared-descriptions';
import { absolutePaths, parentExists } from '../path-rules';
import { changedLines } from '../changed-lines';
import type { Preset, StatedBehaviour } from '../preset';
import type { TaskStore } from '@/lib/ports';
import type { ToolResult, ValidationIssue } from '@/lib/protocol';
import { failure } from '../../result';
import type { ToolContext } from '../../tool';
import { z } from 'zod';

const FLOW = 'Internal Tool Execution Flow: High-Level Execution Path';
const ERRORS = 'Internal Tool Execution Flow: Internal Error Handling';

const behaviour: StatedBehaviour = {
  order: { is: 'permission-hooks-validation', source: FLOW },
  readBeforeWrite: { is: true, source: 'FileWrite Tool: Internal Safety Mechanisms' },
  laxity: {
    is: { names: false, integers: true, schemas: false },
    source: 'Built-in Tools: numbers are z.number(); Tool Invocation Flow: _registeredTools[name]',
  },
  scheduling: { is: 'together', source: 'Performance Characteristics: Parallel Execution' },
  keeps: { is: 'files', source: 'Internal State Management: No Persistent Storage' },
  texts: {
    is: {
      en: {
        invalidArguments: (tool, issues) =>
          `Invalid arguments for tool ${tool}: ` +
          issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' '),
        threw: (message) => message,
      },
    },
    source: ERRORS,
  },
};

const MCP_TOOL = /^mcp__(.+?)__(.+)$/;

/** A tool with the same name as ours, and its purpose in the system's text. */
const same = (name: string, lead: string) => ({ name, executor: name, lead });

const absolute = (description: string) => ({ type: 'string', minLength: 1, description });

/** Few tools, strict about files: absolute paths, existing folders, read before write. */
export const claudeAgentSdk: Preset = {
  id: 'claude-agent-sdk',
  title: 'Claude Agent SDK',
  behaviour,
  track: 'zod',
  paths: [absolutePaths, parentExists],
  tools: [
    {
      name: 'FileRead',
      lead: 'Reads file contents',
      executor: 'Read',
      own: { file_path: absolute('The file to read: an absolute path.') },
    },
    {
      name: 'FileWrite',
      lead: 'Writes file contents',
      executor: 'Write',
      without: ['expected_hash'],
      own: { file_path: absolute('The file to write: an absolute path, into a folder that is there.') },
      description:
        'Creates a file in a folder that is there, or replaces the whole of a file. Use it for new files. To change a part of ' +
        'a file do not use it, use FileEdit: it is shorter and shows what changed. An existing file must have been read in ' +
        'this conversation: after FILE_NOT_READ or STALE_FILE read it, then write again; after NOT_FOUND make the folder ' +
        'with Bash. Line ends and encoding of an existing file are kept.',
    },
    {
      name: 'FileEdit',
      lead: 'Edits file via string replacement',
      executor: 'Edit',
      without: ['expected_hash'],
      own: { file_path: absolute('The file to change: an absolute path.') },
      tell: (result) =>
        result.success && result.diff
          ? { ...result, text: `${result.text}\nThe changed part:\n${changedLines(result.diff.patch)}` }
          : result,
    },
    {
      ...same('NotebookEdit', 'Edits Jupyter notebook cells'),
      without: ['cell_index'],
      required: ['new_source'],
      readBeforeWrite: false,
      description:
        'Replaces, inserts or deletes one cell of a Jupyter notebook. Metadata and outputs are kept, also of the cell whose ' +
        'text is replaced. Use it instead of FileEdit for .ipynb files: it always leaves a valid notebook, and needs no read ' +
        'before it. Do not use it to run cells, or for other files (use FileEdit). After NOT_FOUND take one of the cells the ' +
        'result names.',
      own: {
        notebook_path: absolute('The .ipynb file: an absolute path.'),
        cell_id: absolute('The cell: its id, or its index from 0, as FileRead shows them.'),
        cell_type: { type: 'string', enum: ['code', 'markdown'], description: 'What the cell is from now on.' },
      },
    },
    same('Glob', 'Matches files by glob pattern'),
    same('Grep', 'Searches file content with regex'),
    { ...same('Bash', 'Executes bash commands'), without: ['dangerously_disable_sandbox'] },
    {
      ...same('BashOutput', 'Gets background shell output'),
      before: ({ bash_id }, context) => unknownShell(context, bash_id),
    },
    {
      ...same('KillShell', 'Kills background shell'),
      before: ({ shell_id }, context) => unknownShell(context, shell_id),
      tell(result, { shell_id }, context) {
        if (result.success) forgetShell(context, shell_id);
        return result;
      },
    },
    same('WebFetch', 'Fetches web content'),
    same('WebSearch', 'Searches the web'),
    {
      ...same('TodoWrite', 'Manages todo list'),
      check: ({ todos }) => oneInProgress(todos),
      description:
        'Replaces your to-do list, which a person watches while you work. Use it for work of three steps or more: when you ' +
        'begin, and each time a step is begun or done. Exactly one entry is in_progress. Do not use it ' +
        'for a single step. After INVALID_ARGS send the whole list again with one entry in_progress.',
    },
    {
      ...same('Agent', 'Invokes subagent'),
      without: ['model', 'name', 'max_turns', 'run_in_background', 'isolation', 'team_name', 'mode', 'resume'],
      required: ['subagent_type'],
      own: { subagent_type: AGENT_KINDS },
      description:
        'Gives a task to a sub-agent with a conversation of its own, and returns its last message. Use it for work whose ' +
        'intermediate steps need not be in this conversation: a broad search, a plan, a change that stands by itself. ' +
        'It runs alone: what else you call waits for its end. Do not use it for a single file or search: FileRead, Grep and ' +
        'Glob are quicker. After NOT_FOUND choose a kind from the list it gives; after BUDGET_EXCEEDED give it less to do.',
    },
    {
      ...same('ExitPlanMode', 'Submits plan for approval'),
      description:
        'Shows your plan to the person and waits for a word. Use it in plan mode, once you know what is to be done. Approved, ' +
        'you go on in mode default; asked for changes, you plan again and call it with the new plan; rejected, the run ends. ' +
        'Do not use it outside plan mode, for a question or for research that changes nothing. After UNSUPPORTED simply do ' +
        'the work.',
    },
    {
      name: 'McpInput',
      lead: 'Invokes MCP tool',
      executor: 'McpCall',
      description:
        'Calls a tool of an MCP server. Use it for tools that are not in your list. Do not use it for files or ' +
        'commands. Every field besides `tool` goes to that tool. After NOT_FOUND look at what the server offers.',
      without: ['server', 'input'],
      fields: {},
      own: {
        tool: {
          type: 'string',
          pattern: MCP_TOOL.source,
          description: 'The tool, with its server: mcp__server__tool.',
        },
      },
      open: true,
      read({ tool, ...input }) {
        const [, server, name] = MCP_TOOL.exec(String(tool)) ?? [];
        return { server, tool: name, input };
      },
    },
    { ...same('ListMcpResources', 'Lists MCP resources'), description: LIST_RESOURCES },
    same('ReadMcpResource', 'Reads MCP resource'),
  ],
};

/** Ids of killed shells: the system removes them from its map, so they can no longer be queried. */
const forgotten = new WeakMap<TaskStore, Set<string>>();

function forgetShell({ tasks }: ToolContext, id: unknown): void {
  if (!tasks) return;
  const gone = forgotten.get(tasks) ?? new Set();
  forgotten.set(tasks, gone.add(String(id)));
}

/** The failed result for a shell that was killed earlier. */
const unknownShell = ({ tasks }: ToolContext, id: unknown): ToolResult | undefined =>
  tasks && forgotten.get(tasks)?.has(String(id))
    ? failure('NOT_FOUND', `No background command has the id ${String(id)}: it was killed, and is forgotten.`)
    : undefined;

const Todos = z.array(z.object({ status: z.string() }));

/** A list must have exactly one entry in progress, even if all is done; an empty list clears it. */
function oneInProgress(todos: unknown): readonly ValidationIssue[] {
  const list = Todos.safeParse(todos).data ?? [];
  const active = list.filter(({ status }) => status === 'in_progress').length;
  if (list.length === 0 || active === 1) return [];
  const message = `${active} entries are in_progress; it has to be exactly one. An empty list clears it.`;
  return [{ path: '$.todos', expected: 'one in_progress', received: String(active), message }];
}
