import type { Hook, HookEvent } from '@/lib/protocol';

type Example = Pick<Hook, 'name' | 'event' | 'matcher' | 'source'>;

/** What each event is for, and what a hook of it may answer. */
export const EVENT_WORDS: Readonly<Record<HookEvent, { when: string; answers: string }>> = {
  PreToolUse: {
    when: 'Before a call runs, once it was allowed.',
    answers: 'event: tool, kind, input. May return { block, reason } or { input }, which is validated again.',
  },
  PostToolUse: {
    when: 'After a call that worked.',
    answers: 'event: tool, input, result. May return { output } in place of the text, or { context } to add to it.',
  },
  PostToolUseFailure: {
    when: 'After a call that failed.',
    answers: 'event: tool, input, result with its error. May return { output } or { context }.',
  },
  UserPromptSubmit: {
    when: 'Before a person’s words go to the model.',
    answers: 'event: prompt. May return { block, reason }, or { context } for the model to read.',
  },
  Stop: {
    when: 'When the agent is done.',
    answers: 'event: reason. { block, reason } makes it go on, and it is told the reason.',
  },
};

/** A hook of each event to begin with. */
export const EXAMPLES: readonly Example[] = [
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
];

/** A hook of one's own, made of an example. */
export const hookOf = (example: Example, id: string): Hook => ({ ...example, id, enabled: true });
