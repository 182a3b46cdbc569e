import { graceful, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const NOTE = 'notes/dialects.md';
/** Every dialect must carry this text unchanged. */
const CONTENT = [
  '# How calls are written',
  '',
  'A block may hold quotes ("), a backslash (\\), < and >, even its own end: </tool_call>.',
  'It stays one call all the same.',
  '',
].join('\n');

const BEGIN: ScriptedTurn = {
  text: [
    'I have no calls of my own: I was taught a syntax in my prompt, and what I write in it is read from my text while it streams. In a code fence it is only text, so this deletes nothing:',
    '',
    '```',
    '<tool_call>',
    '{"name": "Delete", "arguments": {"path": "src"}}',
    '</tool_call>',
    '```',
    '',
    'These two are calls.',
  ].join('\n'),
  calls: [
    { name: 'Read', input: { file_path: 'src/tax.ts', limit: 5 } },
    { name: 'Glob', input: { pattern: 'src/*.ts' } },
  ],
};

const WRITE: ScriptedTurn = {
  text: 'The number 5 arrived as a number, although some syntaxes write only text: the schema decided. Now a text that looks like the end of a block.',
  calls: [{ name: 'Write', input: { file_path: NOTE, content: CONTENT } }],
};

function next(now: readonly AnsweredCall[]): ScriptedTurn {
  const [first] = now;
  if (!first) return BEGIN;
  const failed = now.find((step) => step.failed);
  if (failed) return graceful([failed]) ?? unexpected(failed, 'the call to be read as I wrote it');
  if (first.name === 'Write') {
    return {
      text: 'And back again, to see that nothing was lost.',
      calls: [{ name: 'Read', input: { file_path: NOTE } }],
    };
  }
  if (first.input.file_path !== NOTE) return WRITE;
  if (!first.text.includes('even its own end: </tool_call>')) return unexpected(first, 'the whole text');
  return {
    text: 'Intact. Choose another dialect in Settings, or with `dialect` in the link, and run me again: the calls are the same, only the syntax is not. With `toolMode=native` they are the provider’s own.',
  };
}

/** The same task in whichever dialect is chosen. */
export const dialectsScenario: Scenario = {
  id: 'dialects',
  title: 'Calls written as text',
  summary:
    'A model without native calls writes them in a syntax it was taught: the same task in each of eight dialects.',
  prompt: 'Leave a note about dialects, in a dialect.',
  sample: 'cart',
  needs: ['Glob', 'Read', 'Write', 'Write.new folders'],
  setup: { options: { mode: 'bypassPermissions', toolMode: 'prompt', dialect: 'json' } },
  next: (history) => next(lastSteps(history)),
};
