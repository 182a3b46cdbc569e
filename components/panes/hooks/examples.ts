import type { Hook } from '@/lib/protocol';

type Example = Pick<Hook, 'name' | 'event' | 'matcher' | 'source'>;

/** An example hook for each event. */
export const EXAMPLES: readonly Example[] = [
  {
    name: 'Harmless commands may run',
    event: 'PermissionRequest',
    matcher: 'Bash',
    source: `// Decides in your place. What it says nothing about goes on to the rules, the mode and you.
if (/^(ls|echo [\\w" ]*)$/.test(event.input.command)) return { allow: true };
if (event.input.command.includes('curl')) return { block: true, reason: 'There is no network here.' };`,
  },
  {
    name: 'Measure results, fetch nothing',
    event: 'Middleware',
    source: `// One function for both phases.
if (event.phase === 'post') return { context: event.tool + ' took ' + event.result.text.length + ' characters.' };
if (event.kind === 'fetch') return { block: true, reason: 'Nothing is fetched today.' };`,
  },
  {
    name: 'Keep lock files',
    event: 'PreToolUse',
    matcher: 'Write|Edit',
    source: `// Refuses what would touch a lock file.
if (String(event.input.file_path).includes('lock')) {
  return { block: true, reason: 'Lock files are not edited by hand. Run npm install instead.' };
}`,
  },
  {
    name: 'List by size',
    event: 'PreToolUse',
    matcher: 'Bash',
    source: `// Changes what the model sent. It is validated again.
if (event.input.command === 'ls') {
  return { input: { ...event.input, command: 'ls -lS' } };
}`,
  },
  {
    name: 'Hide keys',
    event: 'PostToolUse',
    matcher: 'Read|Grep|Bash',
    source: `// The model never sees what looks like a key.
const output = event.result.text.replace(/sk-[\\w-]{8,}/g, '[a key]');
if (output !== event.result.text) return { output };`,
  },
  {
    name: 'Say how to go on',
    event: 'PostToolUseFailure',
    matcher: 'Bash',
    source: `// Added to what the model reads after a command that failed.
return { context: 'Read the first error only, and mend that before you run it again.' };`,
  },
  {
    name: 'Tell the house rules',
    event: 'UserPromptSubmit',
    source: `// Goes to the model beside every prompt.
return { context: 'House rules: small changes, and a test for each.' };`,
  },
  {
    name: 'Go on when cut off',
    event: 'Stop',
    source: `// event.reason tells why the agent stopped. Blocking the stop makes it go on.
if (event.reason === 'max_tokens') {
  return { block: true, reason: 'You were cut off. Go on, in smaller steps.' };
}`,
  },
  {
    name: 'Note refusals',
    event: 'PermissionDenied',
    source: `// Who refused, and why.
console.log(event.tool, 'was refused by', event.source + ':', event.reason);`,
  },
  {
    name: 'Note when a thread begins',
    event: 'SessionStart',
    source: `console.log(event.how, 'thread', event.threadId, 'at', new Date().toISOString());`,
  },
  {
    name: 'Note when a thread is left',
    event: 'SessionEnd',
    source: `console.log('left', event.threadId, 'at', new Date().toISOString());`,
  },
  {
    name: 'Note who is set to work',
    event: 'SubagentStart',
    source: `console.log(event.agentId, event.type + ':', event.description, event.background ? '(in the background)' : '');`,
  },
  {
    name: 'Note how sub-agents end',
    event: 'SubagentStop',
    source: `console.log(event.agentId, 'is', event.status);`,
  },
  {
    name: 'Note new tasks',
    event: 'TaskCreated',
    source: `console.log(event.taskId, '(' + event.kind + '):', event.title);`,
  },
  {
    name: 'Note completed tasks',
    event: 'TaskCompleted',
    source: `console.log(event.taskId, 'is completed:', event.title);`,
  },
  {
    name: 'Note how far the work is',
    event: 'TodoListUpdated',
    source: `const done = event.todos.filter(({ status }) => status === 'completed').length;
console.log(done, 'of', event.todos.length, 'done');`,
  },
  {
    name: 'Note changes of settings',
    event: 'ConfigChange',
    source: `console.log(event.changed.join(', '));`,
  },
  {
    name: 'Note where the shell goes',
    event: 'CwdChanged',
    source: `console.log(event.from, '→', event.to);`,
  },
  {
    name: 'Note changes of tests',
    event: 'FileChanged',
    source: `// Says nothing of other files.
if (/test/.test(event.path)) console.log(event.change, event.path, 'by the', event.by);`,
  },
  {
    name: 'Note what waits',
    event: 'Notification',
    source: `console.log(event.about + ':', event.message);`,
  },
  {
    name: 'Note new worktrees',
    event: 'WorktreeCreate',
    source: `console.log(event.worktree, 'on', event.branch, 'in', event.path);`,
  },
  {
    name: 'Note removed worktrees',
    event: 'WorktreeRemove',
    source: `console.log(event.worktree, 'is gone; its branch stays');`,
  },
];

/** A new hook made from an example. */
export const hookOf = (example: Example, id: string): Hook => ({ ...example, id, enabled: true });
