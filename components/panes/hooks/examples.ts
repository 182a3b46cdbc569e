import type { Hook } from '@/lib/protocol';
import type { Messages } from '../../messages/catalogues';

interface Example extends Pick<Hook, 'event' | 'matcher' | 'source'> {
  /** The message key of its name. */
  readonly id: keyof Messages['hookExamples'];
}

/** An example hook for each event. */
export const EXAMPLES: readonly Example[] = [
  {
    id: 'allowHarmless',
    event: 'PermissionRequest',
    matcher: 'Bash',
    source: `// Decides in your place. What it says nothing about goes on to the rules, the mode and you.
if (/^(ls|echo [\\w" ]*)$/.test(event.input.command)) return { allow: true };
if (event.input.command.includes('curl')) return { block: true, reason: 'There is no network here.' };`,
  },
  {
    id: 'measure',
    event: 'Middleware',
    source: `// One function for both phases.
if (event.phase === 'post') return { context: event.tool + ' took ' + event.result.text.length + ' characters.' };
if (event.kind === 'fetch') return { block: true, reason: 'Nothing is fetched today.' };`,
  },
  {
    id: 'keepLocks',
    event: 'PreToolUse',
    matcher: 'Write|Edit',
    source: `// Refuses what would touch a lock file.
if (String(event.input.file_path).includes('lock')) {
  return { block: true, reason: 'Lock files are not edited by hand. Run npm install instead.' };
}`,
  },
  {
    id: 'listBySize',
    event: 'PreToolUse',
    matcher: 'Bash',
    source: `// Changes what the model sent. It is validated again.
if (event.input.command === 'ls') {
  return { input: { ...event.input, command: 'ls -lS' } };
}`,
  },
  {
    id: 'hideKeys',
    event: 'PostToolUse',
    matcher: 'Read|Grep|Bash',
    source: `// The model never sees what looks like a key.
const output = event.result.text.replace(/sk-[\\w-]{8,}/g, '[a key]');
if (output !== event.result.text) return { output };`,
  },
  {
    id: 'sayHowToGoOn',
    event: 'PostToolUseFailure',
    matcher: 'Bash',
    source: `// Added to what the model reads after a command that failed.
return { context: 'Read the first error only, and fix that before you run it again.' };`,
  },
  {
    id: 'houseRules',
    event: 'UserPromptSubmit',
    source: `// Goes to the model beside every prompt.
return { context: 'House rules: small changes, and a test for each.' };`,
  },
  {
    id: 'goOnWhenCut',
    event: 'Stop',
    source: `// event.reason tells why the agent stopped. Blocking the stop makes it go on.
if (event.reason === 'max_tokens') {
  return { block: true, reason: 'You were cut off. Go on, in smaller steps.' };
}`,
  },
  {
    id: 'noteRefusals',
    event: 'PermissionDenied',
    source: `// Who refused, and why.
console.log(event.tool, 'was refused by', event.source + ':', event.reason);`,
  },
  {
    id: 'noteStart',
    event: 'SessionStart',
    source: `console.log(event.how, 'thread', event.threadId, 'at', new Date().toISOString());`,
  },
  {
    id: 'noteEnd',
    event: 'SessionEnd',
    source: `console.log('left', event.threadId, 'at', new Date().toISOString());`,
  },
  {
    id: 'noteAgentStart',
    event: 'SubagentStart',
    source: `console.log(event.agentId, event.type + ':', event.description, event.background ? '(in the background)' : '');`,
  },
  {
    id: 'noteAgentStop',
    event: 'SubagentStop',
    source: `console.log(event.agentId, 'is', event.status);`,
  },
  {
    id: 'noteTasks',
    event: 'TaskCreated',
    source: `console.log(event.taskId, '(' + event.kind + '):', event.title);`,
  },
  {
    id: 'noteTasksDone',
    event: 'TaskCompleted',
    source: `console.log(event.taskId, 'is completed:', event.title);`,
  },
  {
    id: 'noteTodos',
    event: 'TodoListUpdated',
    source: `const done = event.todos.filter(({ status }) => status === 'completed').length;
console.log(done, 'of', event.todos.length, 'done');`,
  },
  {
    id: 'noteSettings',
    event: 'ConfigChange',
    source: `console.log(event.changed.join(', '));`,
  },
  {
    id: 'noteFolder',
    event: 'CwdChanged',
    source: `console.log(event.from, '→', event.to);`,
  },
  {
    id: 'noteTests',
    event: 'FileChanged',
    source: `// Says nothing of other files.
if (/test/.test(event.path)) console.log(event.change, event.path, 'by the', event.by);`,
  },
  {
    id: 'noteWaits',
    event: 'Notification',
    source: `console.log(event.about + ':', event.message);`,
  },
  {
    id: 'noteWorktrees',
    event: 'WorktreeCreate',
    source: `console.log(event.worktree, 'on', event.branch, 'in', event.path);`,
  },
  {
    id: 'noteRemoved',
    event: 'WorktreeRemove',
    source: `console.log(event.worktree, 'is gone; its branch stays');`,
  },
];

/** A new hook made from an example. */
export const hookOf = ({ event, matcher, source }: Example, name: string): Hook => ({
  id: crypto.randomUUID(),
  name,
  event,
  ...(matcher !== undefined && { matcher }),
  source,
  enabled: true,
});
