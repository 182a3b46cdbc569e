import { AGENT_KINDS } from '../shared-descriptions';
import type { Preset, PresetTool, StatedBehaviour } from '../preset';
import { ABOUT } from './about';

const META_TOOLS = ['ToolSearch', 'Task', 'Plan', 'WorkflowCreate', 'WorkflowRun', 'ScheduleCreate', 'ScheduleList'];

/** Maximum characters of any result, including the truncation notice and the line of advice after a failure. */
const HARD_CAP = 10_000;

const behaviour: StatedBehaviour = {
  order: { is: 'validation-permission-hooks', source: 'Execution Steps: 3 and 4' },
  laxity: {
    is: { names: false, integers: false, schemas: false },
    source: 'Execution Steps: 2, registry lookup; 3, JsonSchemaValidator',
  },
  intercepts: { is: META_TOOLS, source: 'Execution Steps: 1, meta-tool interception' },
  output: { is: { most: HARD_CAP }, source: 'Execution Steps: 7, result truncation' },
  asks: { is: 'dangerous', source: 'Tool Definition: is_dangerous; Permission Model' },
  // A loop is three equal calls; times 11 is 33, more than the 30 per minute that the rate limit allows.
  guardPatience: { is: 11, source: 'Rate Limiting: before the LoopGuard triggers' },
  discovery: { is: 'lazy', source: 'Lazy Loading Strategy' },
};

const same = (name: string) => ({ name, executor: name });

const PATH = { path: 'file_path' };

const TOOLS: readonly PresetTool[] = [
  {
    name: 'FileRead',
    executor: 'Read',
    fields: PATH,
    description:
      'Reads a file and shows its lines numbered as `cat -n` does. Read a file before you overwrite it; several files can ' +
      'be read in one turn. Do not use it for folders (use ShellExec with ls) or to look for something in many files (use ' +
      'CodeSearch). If a file is too long, read on with offset and limit. After NOT_FOUND look for the file with ' +
      'ShellExec. The line numbers and the tab after them are not part of the file.',
  },
  {
    name: 'FileWrite',
    executor: 'Write',
    fields: PATH,
    without: ['expected_hash'],
    description:
      'Creates a file, or replaces the whole of one; missing folders are created. An existing file must have been read in ' +
      'this conversation: after FILE_NOT_READ or STALE_FILE read it, then write all of it again. Do not use it to move or ' +
      'delete a file (use FileMove, FileDelete). Line ends and encoding of an existing file are kept.',
  },
  {
    name: 'FileDelete',
    executor: 'Delete',
    description:
      'Deletes a file, an empty folder, or with recursive a folder and all it holds. It cannot be taken back. Use it only ' +
      'for what the task says is to go, or what you made yourself. Do not use it to empty a file (use FileWrite). Of a ' +
      'link only the link goes. After IS_DIRECTORY look into the folder with ShellExec before you set recursive.',
  },
  {
    name: 'FileMove',
    executor: 'Move',
    fields: { source: 'source_path', destination: 'destination_path' },
    description:
      'Moves or renames a file, or a folder with all it holds. It never overwrites. Do not use it to copy (use ShellExec ' +
      'with cp) or to change what is in a file (use FileWrite). References to the old path are not changed. After ' +
      'WRITE_ERROR because something is there already, choose another name or delete that first; after NOT_FOUND look for ' +
      'the source with ShellExec.',
  },
  {
    name: 'ShellExec',
    executor: 'Bash',
    without: ['description', 'run_in_background', 'dangerously_disable_sandbox'],
    description:
      'Runs a bash command in the sandbox and shows its output and its exit code. Use it for tests, builds and programs, ' +
      'and to list folders. Do not use it to read, write, move or delete files: FileRead, FileWrite, FileMove and ' +
      'FileDelete show what they do. There is no network and no terminal to type into, and nothing goes on once the ' +
      'command has ended. After EXIT_CODE read the output, fix the cause and run it again; after TIMEOUT give it more ' +
      'time or do less at once.',
  },
  {
    ...same('WebSearch'),
    category: 'network',
    description:
      'Searches the web and lists titles, addresses and excerpts. Use it for what is newer than you are or not in the ' +
      'project. Do not use it for files of the sandbox (use CodeSearch) or for a page whose address you know (use ' +
      'WebFetch). After NOT_FOUND use other or fewer words, or fewer domains.',
  },
  same('WebFetch'),
  {
    ...same('CodeSearch'),
    description:
      'Finds where functions, classes, types and other names are defined, ranked by how well they fit some words: `round ' +
      'price` finds `roundPrice` and `price_rounding`. Use it when you know what something does but not what it is ' +
      'called. Do not use it for exact text (use ShellExec with grep). If nothing is found, try other words, or fewer.',
  },
  { ...same('MemoryStore'), fields: { content: 'text' } },
  {
    ...same('MemoryRecall'),
    description:
      'Looks up what was remembered with MemoryStore, in this thread or an earlier one. Use it at the beginning of a task, ' +
      'and before asking the person something they may have said before. Do not use it for the files of the project (use ' +
      'CodeSearch) or for documents (use KnowledgeSearch). If nothing is found, try fewer or other words, or an empty ' +
      'query for the newest.',
  },
  {
    ...same('KnowledgeSearch'),
    description:
      'Searches the documents that were taken in with KnowledgeIngest and shows the passages that fit best, each with ' +
      'where it is from. Use it for questions whose answer somebody wrote down. Do not use it for the files of the project ' +
      '(use CodeSearch) or for what was remembered (use MemoryRecall). If nothing is found, try other words.',
  },
  { ...same('KnowledgeIngest'), fields: PATH },
  {
    ...same('ToolSearch'),
    // Sent with every request, so it is short; the rest is in its help.
    description: 'Do not use it for files.',
  },
  {
    name: 'Task',
    executor: 'Agent',
    fields: { agent: 'subagent_type' },
    without: ['name', 'run_in_background', 'isolation', 'team_name', 'mode', 'resume'],
    own: { agent: AGENT_KINDS },
    description:
      'Gives a task to a sub-agent with a conversation of its own, and returns its last message. Use it for work whose ' +
      'intermediate steps need not be in this conversation: a broad search, a plan, a change that stands by itself. ' +
      'Several calls in one turn run at once. Do not use it for a single file or search: FileRead and CodeSearch are ' +
      'quicker. After NOT_FOUND choose a kind from the list it gives; after BUDGET_EXCEEDED give it less to do.',
  },
  {
    ...same('Plan'),
    category: 'agent',
    description:
      'Keeps a draft of your plan where the person can read it while you think. Use it to think a larger change through ' +
      'before you begin, and again whenever the plan changes: the newest draft replaces the one before. Do not use it to ' +
      'ask for approval (use AskUser). After INVALID_ARGS send the plan as one text in Markdown.',
  },
  {
    ...same('AskUser'),
    description:
      'Asks the person questions with answers to choose from, and waits. Use it where the work forks and only the person ' +
      'can say which way: a preference, a choice between designs, something that is not in the files. Do not use it for ' +
      'what you can find out yourself, or for permission (it is asked for where it is needed). After ABORTED take the most ' +
      'cautious way, or ask again if the person says something new.',
  },
  {
    name: 'BrowserTool',
    executor: 'Browser',
    dangerous: false,
    category: 'network',
    description:
      'Opens a page of the sandbox in a frame that the person sees, and drives it: open, read, click, type, screenshot. It ' +
      'shows the text with every control numbered, and what the page wrote to its console. Use it to try out a page you ' +
      'made. Do not use it for pages of the web (use WebFetch) or to read source (use FileRead). After NOT_FOUND read the ' +
      'page again and use the numbers you see; after UNSUPPORTED do what the message says instead.',
  },
  same('WorkflowCreate'),
  same('WorkflowRun'),
  { name: 'ScheduleCreate', executor: 'CronCreate' },
  { name: 'ScheduleList', executor: 'CronList' },
  { name: 'tool_create', executor: 'ToolCreate' },
  { name: 'tool_update', executor: 'ToolUpdate' },
];

/** Tools by category, loaded when searched for, and one hard limit for every result. */
export const yAgent: Preset = {
  id: 'y-agent',
  title: 'y-agent',
  behaviour,
  track: 'json-schema',
  instead: {
    Glob: 'ShellExec (find)',
    Grep: 'ShellExec (grep -rn)',
    Ls: 'ShellExec (ls)',
    Edit: 'FileWrite',
  },
  tools: TOOLS.map((tool) => ({ ...tool, ...ABOUT[tool.name] })),
};
