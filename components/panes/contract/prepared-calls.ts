type Input = Readonly<Record<string, unknown>>;

/** A call of another tool that must come first. It may fail: what it makes may exist already. */
export interface CallBefore {
  readonly tool: string;
  readonly input: Input;
  /** The field of the prepared call that takes a value from this call's answer, such as a task id. */
  readonly gives?: { readonly field: string; readonly found: RegExp };
}

/** A call to begin with, using the executor's field names. It changes nothing in the project outside the folder `scratch`. */
export interface PreparedCall {
  readonly good: Input;
  readonly before?: readonly CallBefore[];
  /** The message that says where it succeeds, if not everywhere. */
  readonly only?: 'onlyListed' | 'onlyOnce';
}

const FILE = 'scratch/notes.md';
const TEXT = '# Notes\n\n- a draft\n- a second line\n';
const write = (file_path: string, content: string): CallBefore => ({ tool: 'Write', input: { file_path, content } });
const read = (file_path: string): CallBefore => ({ tool: 'Read', input: { file_path } });
/** Written anew; what is there from an earlier visit has to be read first. */
const fresh = (path: string, content: string): CallBefore[] => [read(path), write(path, content)];
const file = fresh(FILE, TEXT);
const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: 'code', source: ['1 + 1'], metadata: {}, outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 2,
});
const task = { tool: 'TaskCreate', input: { title: 'Read the code' }, gives: { field: 'task_id', found: /task-\d+/ } };
const shell = (field: string): CallBefore => ({
  tool: 'Bash',
  input: { command: 'echo started; sleep 20', description: 'Wait a little', run_in_background: true },
  gives: { field, found: /shell-\d+/ },
});
const job = { name: 'Report', schedule: '0 9 * * *', command: 'How are the tests?' };
const workflow = {
  name: 'Look around',
  description: 'Lists the files.',
  steps: [{ id: 'list', tool: 'Ls', input: { path: '.' } }],
};
const greet = {
  name: 'Greet',
  description: 'Greets somebody by name, in one line.',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  body: 'return `Hello, ${input.name}!`;',
};
const reader = { prompt: 'Read README.md.', description: 'Read the README' };
const worktree = { tool: 'EnterWorktree', input: { name: 'try-out' } };

/** By the name of the built-in tool. Calls of other tools are made from their schema. */
export const PREPARED: Readonly<Record<string, PreparedCall>> = {
  Read: { good: { file_path: 'README.md' } },
  Write: { good: { file_path: FILE, content: TEXT }, before: [read(FILE)] },
  Edit: { good: { file_path: FILE, old_string: 'a draft', new_string: 'the final text' }, before: file },
  MultiEdit: {
    good: { file_path: FILE, edits: [{ old_string: 'a draft', new_string: 'the final text' }] },
    before: file,
  },
  DeleteRange: { good: { file_path: FILE, start_line: 3, end_line: 3 }, before: file },
  Delete: { good: { path: FILE }, before: file },
  Move: {
    good: { source_path: FILE, destination_path: 'scratch/moved.md' },
    before: [...file, { tool: 'Delete', input: { path: 'scratch/moved.md' } }],
  },
  Glob: { good: { pattern: '**/*.md' } },
  Grep: { good: { pattern: 'the' } },
  Bash: { good: { command: 'ls', description: 'List the files' } },
  BashOutput: { good: { bash_id: 'shell-1' }, before: [shell('bash_id')] },
  KillShell: { good: { shell_id: 'shell-1' }, before: [shell('shell_id')] },
  ToolSearch: { good: { query: 'read files' } },
  WebFetch: { good: { url: 'toolyard://docs/permissions', prompt: 'Which modes are there?' } },
  WebSearch: { good: { query: 'permission modes' } },
  Agent: { good: reader },
  SendMessage: {
    good: { to: 'agent-1', message: 'Read the tests, too.' },
    before: [{ tool: 'Agent', input: reader, gives: { field: 'to', found: /agent-\d+/ } }],
  },
  TeamCreate: { good: { name: 'reviewers' }, before: [{ tool: 'TeamDelete', input: { name: 'reviewers' } }] },
  TeamDelete: { good: { name: 'reviewers' }, before: [{ tool: 'TeamCreate', input: { name: 'reviewers' } }] },
  TaskCreate: { good: task.input },
  TaskGet: { good: { task_id: 'task-1' }, before: [task] },
  TaskUpdate: { good: { task_id: 'task-1', status: 'completed' }, before: [task] },
  TaskStop: { good: { task_id: 'shell-1' }, before: [shell('task_id')] },
  TaskOutput: { good: { task_id: 'shell-1' }, before: [shell('task_id')] },
  NotebookEdit: {
    good: { notebook_path: 'scratch/try.ipynb', cell_index: 0, new_source: '2 + 2' },
    before: [...fresh('scratch/try.ipynb', NOTEBOOK), read('scratch/try.ipynb')],
  },
  Plan: { good: { plan: '# A plan\n\n1. Read the code.\n2. Change it.' } },
  CronCreate: { good: job, before: [{ tool: 'CronDelete', input: { job: job.name } }] },
  CronDelete: { good: { job: job.name }, before: [{ tool: 'CronCreate', input: job }] },
  LSP: {
    good: { operation: 'symbols', file_path: 'scratch/sum.ts' },
    before: [write('scratch/sum.ts', 'export const sum = (a: number, b: number) => a + b;\n')],
  },
  TodoWrite: { good: { todos: [{ content: 'Read the code', status: 'in_progress', activeForm: 'Reading the code' }] } },
  ExitPlanMode: {
    good: { plan: '# A plan\n\n1. Read the code.\n2. Change it.' },
    before: [{ tool: 'EnterPlanMode', input: {} }],
  },
  EnterWorktree: {
    good: worktree.input,
    before: [{ tool: 'ExitWorktree', input: { action: 'remove', discard_changes: true } }],
  },
  ExitWorktree: { good: { action: 'remove', discard_changes: true }, before: [worktree] },
  RemoteTrigger: {
    good: { url: 'https://example.com/hook', event: 'deploy.requested' },
    only: 'onlyListed',
  },
  McpCall: {
    good: { server: 'playground', tool: 'add_note', input: { title: 'A note', text: 'Written by hand.' } },
  },
  ReadMcpResource: { good: { server: 'playground', uri: 'playground://guide' } },
  MemoryStore: { good: { text: 'Amounts are rounded half up.' } },
  KnowledgeIngest: { good: { title: 'A note', text: 'Amounts are rounded half up.' } },
  WorkflowCreate: { good: workflow },
  WorkflowRun: { good: { name: workflow.name }, before: [{ tool: 'WorkflowCreate', input: workflow }] },
  Browser: {
    good: { action: 'open', address: 'scratch/page.html' },
    before: [write('scratch/page.html', '<!doctype html><title>A page</title><button>Press</button>\n')],
  },
  ToolCreate: { good: greet, only: 'onlyOnce' },
  ToolUpdate: {
    good: { name: greet.name, version: 1, body: 'return `Good day, ${input.name}!`;' },
    before: [{ tool: 'ToolCreate', input: greet, gives: { field: 'version', found: /(?<=version )\d+/ } }],
  },
};
