import type { PresetTool, ResultForm } from '../preset';

/** The structured content of every result: a summary for people, and the executor's details. */
const RESULT: ResultForm = {
  schema: {
    type: 'object',
    properties: { summary: { type: 'string', description: 'What came of it, in one line.' } },
    required: ['summary'],
  },
  of: ({ summary = '', details }) => ({ ...details, summary }),
};

type About = Pick<PresetTool, 'lead' | 'help' | 'output'>;

const about = (lead: string, help: string): About => ({ lead, help, output: RESULT });

/** Each tool in a few words for the index, and its help, shown on look-up. */
export const ABOUT: Readonly<Record<string, About>> = {
  FileRead: about(
    'Read file contents',
    'Lines are numbered from 1. A long file comes in parts: the last line of each names the first line that was not shown.',
  ),
  FileWrite: about(
    'Write/create files',
    'Send the whole content. What was read before and has changed since is not overwritten.',
  ),
  FileDelete: about('Delete files', 'A folder that holds something needs recursive. A person is asked first.'),
  FileMove: about('Move/rename files', 'Send the whole new path, with the name. Missing folders are made.'),
  ShellExec: about(
    'Execute shell commands',
    'The folder that cd leaves is that of the next call. The last line of a result is the exit code. A person is asked first.',
  ),
  WebSearch: about('Web search queries', 'Narrow it by domains, or leave some out.'),
  WebFetch: about(
    'Fetch a web page',
    'Send a question: only what answers it comes back, without the address of the page.',
  ),
  CodeSearch: about('Search code symbols', 'Words may be parts of a name; the best fit comes first.'),
  MemoryStore: about('Store long-term memory', 'One fact in a call; tags make it easier to find.'),
  MemoryRecall: about('Recall from memory', 'An empty query lists the newest.'),
  KnowledgeSearch: about('Search knowledge', 'Each passage comes with the document that it is from.'),
  KnowledgeIngest: about('Ingest a document', 'A document of the same origin takes the place of the one before.'),
  ToolSearch: about(
    'Search and activate tools',
    'Send words, a category, or select:Name,Name. What is found is active from then on; at most 20 tools are.',
  ),
  Task: about('Delegate to sub-agent', 'The agent sees nothing of this conversation but the prompt.'),
  Plan: about('Structured planning', 'The newest draft replaces the one before.'),
  AskUser: about('Request user input', 'Waits until the person has answered.'),
  BrowserTool: about(
    'CDP browser automation',
    'Open a page first; then use the numbers that the text shows for its controls.',
  ),
  WorkflowCreate: about('Define a workflow', 'A step may use what an earlier one returned: {{steps.id.text}}.'),
  WorkflowRun: about('Run a workflow', 'Stops at the first step that fails and says which.'),
  ScheduleCreate: about('Create a schedule', 'Five fields, as crontab has them.'),
  ScheduleList: about('List schedules', 'Shows when each runs next and what came of the last run.'),
  tool_create: about('Define a new tool', 'The body is an async JavaScript function with the input in scope.'),
  tool_update: about('Modify a dynamic tool', 'Send the version you have seen; earlier versions are kept.'),
};
